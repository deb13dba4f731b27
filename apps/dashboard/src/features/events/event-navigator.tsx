import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  History,
  List,
  type LucideIcon,
  Scissors,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { exactCount, moment } from '../../lib/format.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { t } from '../../lib/words.ts'
import { EventList } from './event-list.tsx'
import type { EventAnswer } from './queries.ts'

interface EventNavigatorProps {
  answer: EventAnswer
  /** How many events the issue has; older ones may be gone. */
  count: number
  go: (to: string | 'latest' | 'oldest') => void
}

/** Which event is shown, and the way to those beside it. */
export function EventNavigator({ answer, count, go }: EventNavigatorProps) {
  const { event, position, previous_id: older, next_id: newer } = answer
  const [isListed, setListed] = useState(false)
  useKeys({
    h: () => older !== null && go(older),
    l: () => newer !== null && go(newer),
    '⇧h': () => older !== null && go('oldest'),
    '⇧l': () => newer !== null && go('latest'),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-border py-1.5">
      <span className="font-semibold tabular-nums">
        {placeOf(newer === null ? 1 : position)}
        <span className="font-normal text-text-3"> {t('of {{total}}', { total: exactCount(count) })}</span>
      </span>
      <span className="text-text-2" title={moment(event.occurred_at)}>
        <TimeAgo at={event.occurred_at} isSaid />
        <span className="text-text-3 phone:hidden"> · {moment(event.occurred_at)}</span>
      </span>
      <span className="flex items-center font-mono text-12 text-text-3 phone:hidden">
        {event.id.slice(0, 12)}…
        <CopyButton text={event.id} label={t('Copy the event id')} />
      </span>
      <span className="ml-auto flex gap-0.5">
        <Step
          icon={ChevronFirst}
          label={t('Oldest event')}
          keyName="⇧h"
          isOff={older === null}
          onClick={() => go('oldest')}
        />
        <Step
          icon={ChevronLeft}
          label={t('Older event')}
          keyName="h"
          isOff={older === null}
          onClick={() => older !== null && go(older)}
        />
        <Step
          icon={ChevronRight}
          label={t('Newer event')}
          keyName="l"
          isOff={newer === null}
          onClick={() => newer !== null && go(newer)}
        />
        <Step
          icon={ChevronLast}
          label={t('Latest event')}
          keyName="⇧l"
          isOff={newer === null}
          onClick={() => go('latest')}
        />
        <Step icon={List} label={t('List of events')} isOff={false} onClick={() => setListed(true)} />
      </span>
      <Marks answer={answer} />
      {isListed && (
        <EventList issueId={event.issue_id} shown={event.id} onChoose={go} onClose={() => setListed(false)} />
      )}
    </div>
  )
}

function placeOf(position: number | null): string {
  if (position === null) return t('Event')
  return position === 1 ? t('Latest event') : t('Event {{place}} from the latest', { place: exactCount(position) })
}

interface StepProps {
  icon: LucideIcon
  label: string
  keyName?: string
  isOff: boolean
  onClick: () => void
}

function Step({ icon: Icon, label, keyName, isOff, onClick }: StepProps) {
  const title = keyName === undefined ? label : t('{{action}}, key {{key}}', { action: label, key: keyName })
  return (
    <button
      type="button"
      aria-label={label}
      title={isOff ? t('{{action}}: this is it', { action: label }) : title}
      disabled={isOff}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-control text-text-2 enabled:hover:bg-pressed enabled:hover:text-text disabled:opacity-45 coarse:size-11"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}

/** What was done to the event on its way. */
function Marks({ answer: { event } }: { answer: EventAnswer }) {
  const marks = [
    event.trimmed.length > 0 && {
      icon: Scissors,
      text: t('Trimmed: {{fields}}', { fields: event.trimmed.join(', ') }),
    },
    event.repaired && { icon: Wrench, text: t('Repaired: characters that no text can hold were replaced') },
    event.processing_error !== null && {
      icon: History,
      text: t('Not processed: {{reason}}', { reason: event.processing_error }),
    },
  ].filter((mark) => mark !== false)
  if (marks.length === 0) return null
  return (
    <ul className="flex basis-full flex-wrap gap-x-4 text-12 text-warning-ink">
      {marks.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon size={14} aria-hidden className="shrink-0" />
          <span className="from-event">{text}</span>
        </li>
      ))}
    </ul>
  )
}
