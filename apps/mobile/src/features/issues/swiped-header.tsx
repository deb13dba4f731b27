import { t } from '@bugle/presentation/i18n'
import { mainActionOf, snoozeForDay } from '@bugle/presentation/issue-actions'
import { AlarmClock, CircleCheck, RotateCcw } from '../../components/icons'
import { SwipeRow } from '../../components/swipe-row'
import { decideHere } from './decide-here'
import { IssueHeader } from './issue-header'
import type { Issue } from './queries'

interface SwipedHeaderProps {
  issue: Issue
  /** Whether the role allows no decisions. */
  isReadOnly: boolean
  onGo: (id: string) => void
}

/** The head of an issue, swiped as its row is: right to resolve it, left to snooze it for a day. The bar has both as buttons. */
export function SwipedHeader({ issue, isReadOnly, onGo }: SwipedHeaderProps) {
  const main = mainActionOf(issue)
  const isOpen = issue.status === 'unresolved'
  return (
    <SwipeRow
      isDisabled={isReadOnly}
      isSelectable
      right={{
        label: main.label,
        icon: isOpen ? CircleCheck : RotateCcw,
        ink: 'okInk',
        wash: 'okWash',
        run: () => decideHere(issue, main, onGo),
      }}
      left={{
        label: t('Snooze for a day'),
        icon: AlarmClock,
        ink: 'snoozeInk',
        wash: 'snoozeWash',
        run: () => decideHere(issue, snoozeForDay(Date.now()), onGo),
      }}
    >
      <IssueHeader issue={issue} />
    </SwipeRow>
  )
}
