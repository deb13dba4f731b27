import { exactCount, formatTimestamp, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import {
  ChevronFirst,
  ChevronLast,
  ChevronLeft,
  ChevronRight,
  CircleQuestionMark,
  Diff,
  History,
  List,
  ListFilter,
  type LucideIcon,
  Scissors,
  Wrench,
  X,
} from 'lucide-react'
import { IconButton } from '../../components/icon-button.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useKeys } from '../../lib/use-keys.ts'
import type { EventResponse } from './queries.ts'

interface EventNavigatorProps {
  response: EventResponse
  /** Where it stands among all events of the issue, by the same count that the screen shows. */
  place: EventPlace
  /** Search that restricts the events: older and newer are among the matches. */
  search: string | undefined
  go: (to: string | 'latest' | 'oldest') => void
  onSearch: (search: string | undefined) => void
  onList: () => void
  onCompare: () => void
}

/** The position of the shown event, and the way to its neighbors. */
export function EventNavigator({ response, place, search, go, onSearch, onList, onCompare }: EventNavigatorProps) {
  const { event, previous_id: older, next_id: newer } = response
  const isWhole = search === undefined
  const isAlone = isWhole && older === null && newer === null
  useKeys({
    h: () => older !== null && go(older),
    l: () => newer !== null && go(newer),
    '⇧h': () => isWhole && older !== null && go('oldest'),
    '⇧l': () => isWhole && newer !== null && go('latest'),
    d: () => isAlone || onCompare(),
  })
  return (
    <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-semibold whitespace-nowrap tabular-nums">
        {isWhole ? placeLabel(place) : matchLabel(response.position)}
      </span>
      {isWhole && place.newer > 0 && (
        <button
          type="button"
          onClick={() => go('latest')}
          className="inline-flex min-h-6 items-center rounded-full bg-accent-wash px-2 text-12 font-medium text-accent-ink hover:underline coarse:min-h-11"
        >
          {t('{{count, number}} newer', { count: place.newer })}
        </button>
      )}
      {search !== undefined && <SearchChip search={search} onList={onList} onClear={() => onSearch(undefined)} />}
      <span className="whitespace-nowrap text-text-2" title={formatTimestamp(event.occurred_at)}>
        <TimeAgo at={event.occurred_at} isPhrase />
      </span>
      <span className="ml-auto flex">
        {isWhole && (
          <Step
            icon={ChevronFirst}
            label={t('Oldest event')}
            keyName="⇧h"
            isOff={older === null}
            onClick={() => go('oldest')}
          />
        )}
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
        {isWhole && (
          <Step
            icon={ChevronLast}
            label={t('Latest event')}
            keyName="⇧l"
            isOff={newer === null}
            onClick={() => go('latest')}
          />
        )}
        <Step icon={Diff} label={t('Compare with another event')} keyName="d" isOff={isAlone} onClick={onCompare} />
        <Step icon={List} label={t('List of events')} isOff={false} onClick={onList} />
      </span>
      <ProcessingNotes response={response} />
    </div>
  )
}

/** The active search; its close button shows all events again. */
function SearchChip({ search, onList, onClear }: { search: string; onList: () => void; onClear: () => void }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center rounded-control bg-pressed">
      <button
        type="button"
        onClick={onList}
        title={t('List of events')}
        className="inline-flex min-h-7 min-w-0 items-center gap-1.5 rounded-control pl-2 text-12 coarse:min-h-11"
      >
        <ListFilter size={12} aria-hidden className="shrink-0" />
        <span className="from-event truncate font-mono" dir="auto">
          {oneLine(search)}
        </span>
      </button>
      <IconButton icon={X} size="small" label={t('Show all events')} onClick={onClear} />
    </span>
  )
}

/** An event among all of its issue: the total as shown elsewhere on the screen, and how many came after it. */
export interface EventPlace {
  total: number
  newer: number
}

function placeLabel({ total, newer }: EventPlace): string {
  if (total <= newer) return t('Event')
  return newer === 0
    ? t('Latest event of {{total}}', { total: exactCount(total) })
    : t('Event {{position}} of {{total}}', { position: exactCount(total - newer), total: exactCount(total) })
}

/** Positions among matches count from the latest; their total is unknown. */
function matchLabel(position: number | null): string {
  if (position === null) return t('Event')
  return position === 1
    ? t('Latest event')
    : t('Event {{position}} from the latest', { position: exactCount(position) })
}

interface StepProps {
  icon: LucideIcon
  label: string
  keyName?: string
  isOff: boolean
  onClick: () => void
}

function Step({ icon, label, keyName, isOff, onClick }: StepProps) {
  const named = keyName === undefined ? label : t('{{action}}, key {{key}}', { action: label, key: keyName })
  const title = isOff ? t('{{action}} (none)', { action: label }) : named
  return <IconButton {...{ icon, label, title, onClick }} size="small" disabled={isOff} />
}

/** Notes about the processing of the event. */
function ProcessingNotes({ response: { event } }: { response: EventResponse }) {
  const notes = [
    event.trimmed.length > 0 && {
      icon: Scissors,
      text: t('Trimmed: {{fields}}', { fields: event.trimmed.join(', ') }),
    },
    event.unread.length > 0 && {
      icon: CircleQuestionMark,
      text: t('Not understood: {{fields}}', { fields: event.unread.join(', ') }),
    },
    event.repaired && { icon: Wrench, text: t('Repaired: invalid characters were replaced') },
    event.payload === 'evicted' && { icon: History, text: t('Details removed to make room for newer events') },
    event.payload === 'damaged' && { icon: History, text: t('Details cannot be read from disk') },
    event.processing_error !== null && {
      icon: History,
      text: t('Not processed: {{reason}}', { reason: event.processing_error }),
    },
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <ul className="flex basis-full flex-wrap gap-x-4 text-12 text-warning-ink">
      {notes.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon size={14} aria-hidden className="shrink-0" />
          <span className="from-event">{text}</span>
        </li>
      ))}
    </ul>
  )
}
