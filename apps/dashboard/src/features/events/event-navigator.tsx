import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, History, Scissors, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { exactCount, moment } from '../../lib/format.ts'
import { useKeys } from '../../lib/use-keys.ts'
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
  useKeys({
    h: () => older !== null && go(older),
    l: () => newer !== null && go(newer),
    '⇧h': () => older !== null && go('oldest'),
    '⇧l': () => newer !== null && go('latest'),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-border py-1.5">
      <span className="tabular-nums">
        {newer === null
          ? 'Latest event'
          : position === null
            ? 'Event'
            : `Event ${exactCount(position)} from the latest`}
        <span className="text-text-3"> of {exactCount(count)}</span>
      </span>
      <span className="text-text-2" title={moment(event.occurred_at)}>
        <TimeAgo at={event.occurred_at} suffix=" ago" />
        <span className="text-text-3 phone:hidden"> · {moment(event.occurred_at)}</span>
      </span>
      <span className="flex items-center font-mono text-12 text-text-3 phone:hidden">
        {event.id.slice(0, 12)}…
        <CopyButton text={event.id} label="Copy the event id" />
      </span>
      <span className="ml-auto flex gap-0.5">
        <Step label="Oldest event" keyName="⇧h" isOff={older === null} onClick={() => go('oldest')}>
          <ChevronFirst size={16} aria-hidden />
        </Step>
        <Step label="Older event" keyName="h" isOff={older === null} onClick={() => older !== null && go(older)}>
          <ChevronLeft size={16} aria-hidden />
        </Step>
        <Step label="Newer event" keyName="l" isOff={newer === null} onClick={() => newer !== null && go(newer)}>
          <ChevronRight size={16} aria-hidden />
        </Step>
        <Step label="Latest event" keyName="⇧l" isOff={newer === null} onClick={() => go('latest')}>
          <ChevronLast size={16} aria-hidden />
        </Step>
      </span>
      <Marks answer={answer} />
    </div>
  )
}

interface StepProps {
  label: string
  keyName: string
  isOff: boolean
  onClick: () => void
  children: ReactNode
}

function Step({ label, keyName, isOff, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={isOff ? `${label}: this is it` : `${label}, key ${keyName}`}
      disabled={isOff}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-control text-text-2 enabled:hover:bg-pressed enabled:hover:text-text disabled:opacity-45 coarse:size-11"
    >
      {children}
    </button>
  )
}

/** What was done to the event on its way. */
function Marks({ answer: { event } }: { answer: EventAnswer }) {
  const marks = [
    event.trimmed.length > 0 && { icon: Scissors, text: `Trimmed: ${event.trimmed.join(', ')}` },
    event.repaired && { icon: Wrench, text: 'Repaired: characters that no text can hold were replaced' },
    event.processing_error !== null && { icon: History, text: `Not processed: ${event.processing_error}` },
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
