import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { LevelIcon } from '../../components/level-icon.tsx'
import { LoadFailed } from '../../components/notice.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { moment, oneLine } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { eventsQuery } from './queries.ts'

interface EventListProps {
  issueId: string
  shown: string
  onChoose: (id: string) => void
  onClose: () => void
}

/** All events of the issue that are kept, the newest first. */
export function EventList({ issueId, shown, onChoose, onClose }: EventListProps) {
  const events = useInfiniteQuery(eventsQuery(issueId))
  return (
    <Dialog title={t('Events')} size="wide" onClose={onClose}>
      {events.isError && <LoadFailed what={t('the events')} error={events.error} retry={() => void events.refetch()} />}
      {events.isPending && <div className="skeleton h-48" />}
      <ul>
        {events.data?.pages
          .flatMap((page) => page.events)
          .map((event) => (
            <li key={event.id} className="border-b border-border last:border-b-0">
              <button
                type="button"
                aria-current={event.id === shown}
                onClick={() => {
                  onChoose(event.id)
                  onClose()
                }}
                className="flex min-h-9 w-full items-center gap-3 px-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=true]:bg-accent-wash coarse:min-h-11"
              >
                <LevelIcon level={event.level} size={14} />
                <span className="shrink-0 tabular-nums">{moment(event.occurred_at)}</span>
                <span className="shrink-0 text-text-3 phone:hidden">
                  <TimeAgo at={event.occurred_at} isSaid />
                </span>
                <span className="from-event min-w-0 grow truncate text-right font-mono text-12 text-text-3" dir="auto">
                  {oneLine(event.release ?? '')}
                </span>
                <span className="from-event w-24 shrink-0 truncate text-right text-12 text-text-2 phone:hidden">
                  {oneLine(event.environment)}
                </span>
              </button>
            </li>
          ))}
      </ul>
      {events.hasNextPage && (
        <Button onClick={() => void events.fetchNextPage()} disabled={events.isFetchingNextPage}>
          {events.isFetchingNextPage ? t('Loading…') : t('Load more')}
        </Button>
      )}
    </Dialog>
  )
}
