import { formatTimestamp, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Diff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LevelIcon } from '../../components/level-icon.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { mistakesIn } from '../../components/search-mistakes.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import { useSearchText } from '../../lib/use-search-text.ts'
import { type EventSummary, eventsQuery } from './queries.ts'

interface EventListProps {
  issueId: string
  shown: string | undefined
  /** Search that restricts the events. */
  search: string | undefined
  onSearch: (search: string | undefined) => void
  onChoose: (id: string) => void
  /** Compares the shown event with another. */
  onCompare: (id: string) => void
  onClose: () => void
  /** Shown below the search, such as a link to the issues that match it. */
  aside?: ReactNode
}

/** The stored events of an issue, newest first, all or those that match a search. */
export function EventList({ issueId, shown, search, onSearch, onChoose, onCompare, onClose, aside }: EventListProps) {
  const list = useInfiniteQuery(eventsQuery(issueId, search))
  return (
    <Dialog title={t('Events')} size="wide" onClose={onClose}>
      <SearchLine search={search} error={list.error} onSearch={onSearch} />
      <div className="flex flex-wrap gap-x-6">
        {aside}
        <a
          href={withBasePath(
            `/api/issues/${issueId}/events.csv${search === undefined ? '' : `?${new URLSearchParams({ query: search })}`}`,
          )}
          className="inline-flex min-h-6 items-center text-12 text-accent-ink hover:underline coarse:min-h-11"
        >
          {t('Download as CSV')}
        </a>
      </div>
      {mistakesIn(list.error, search ?? '') === undefined && (
        <Loaded query={list} name={t('the events')} waiting={<div className="skeleton h-48" />}>
          {({ pages }) => (
            <Events
              events={pages.flatMap(({ events }) => events)}
              isMore={list.hasNextPage}
              {...{ shown, onChoose, onCompare }}
            />
          )}
        </Loaded>
      )}
      <LoadMore list={list} label={search === undefined ? t('Load more') : t('Search older events')} />
    </Dialog>
  )
}

interface EventsProps extends Pick<EventListProps, 'shown' | 'onChoose' | 'onCompare'> {
  events: EventSummary[]
  isMore: boolean
}

function Events({ events, isMore, shown, onChoose, onCompare }: EventsProps) {
  if (events.length === 0)
    return (
      <p className="py-4 text-center text-text-3">
        {isMore ? t('No match among the latest events.') : t('No stored event matches.')}
      </p>
    )
  return (
    <ul>
      {events.map((event) => (
        <li key={event.id} className="flex items-center border-b border-border last:border-b-0">
          <EventLine event={event} isShown={event.id === shown} onChoose={() => onChoose(event.id)} />
          <IconButton
            icon={Diff}
            label={t('Compare with the event of {{time}}', { time: formatTimestamp(event.occurred_at) })}
            title={t('Compare with this event')}
            disabled={event.id === shown}
            onClick={() => onCompare(event.id)}
          />
        </li>
      ))}
    </ul>
  )
}

interface SearchLineProps {
  search: string | undefined
  error: unknown
  onSearch: (search: string | undefined) => void
}

function SearchLine({ search, error, onSearch }: SearchLineProps) {
  const { text, setText, noteSent } = useSearchText(search ?? '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const query = text.trim()
        noteSent(query)
        onSearch(query === '' ? undefined : query)
      }}
    >
      <SearchInput
        sent={search ?? ''}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-label={t('Search these events')}
        error={error}
        placeholder={t('tag.KEY:value, release:…, user:…, level:fatal')}
      />
    </form>
  )
}

function EventLine({ event, isShown, onChoose }: { event: EventSummary; isShown: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-current={isShown}
      onClick={onChoose}
      className="flex min-h-9 min-w-0 grow items-center gap-x-3 px-2 text-left hover:bg-sunken phone:flex-wrap phone:py-1.5 focus-visible:-outline-offset-2 aria-[current=true]:bg-accent-wash coarse:min-h-11"
    >
      <LevelIcon level={event.level} size={14} />
      <span className="shrink-0 tabular-nums">{formatTimestamp(event.occurred_at)}</span>
      <span className="shrink-0 text-text-3 phone:hidden">
        <TimeAgo at={event.occurred_at} isPhrase />
      </span>
      <span
        className="from-event min-w-0 grow truncate text-right font-mono text-12 text-text-3 phone:basis-full phone:pl-6.5 phone:text-left"
        dir="auto"
      >
        {oneLine(event.release ?? '')}
      </span>
      <span className="from-event w-24 shrink-0 truncate text-right text-12 text-text-2 phone:hidden">
        {oneLine(event.environment)}
      </span>
    </button>
  )
}
