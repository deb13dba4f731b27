import { useStore } from '@bugle/client-state/react'
import { unsentOf } from '@bugle/client-state/unsent'
import { t } from '@bugle/presentation/i18n'
import { Clock } from '../../components/icons'
import { StatusLine } from '../../components/status-line'
import { queryClient } from '../../lib/queries'
import { useWaiting } from './outbox'

const unsent = unsentOf(queryClient)

/** Says that the screen shows a decision or a comment about the issue which the server does not have yet. */
export function WaitingLine({ issueId }: { issueId: string }) {
  const waiting = useWaiting().filter((one) => one.issueId === issueId)
  const isUnderWay = useStore(unsent).issueIds.has(issueId)
  if (waiting.length === 0 && !isUnderWay) return null
  const hasComment = waiting.some(({ kind }) => kind === 'comment')
  return (
    <StatusLine icon={Clock}>
      {waiting.length === 0
        ? t('Your decision is being sent…')
        : hasComment
          ? t('Your comment will be sent when the server responds.')
          : t('Your decision will be sent when the server responds.')}
    </StatusLine>
  )
}
