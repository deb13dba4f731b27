import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowUp, CircleCheck, Inbox } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { LoadFailed, Notice } from '../../components/notice.tsx'
import { useKeys } from '../../lib/use-keys.ts'
import { type Action, ignore, mainActionOf } from './actions.ts'
import { columns, IssueRow } from './issue-row.tsx'
import { type Issue, type IssueFilter, issuesQuery, newsQuery, useChangeIssue } from './queries.ts'

/** The issues of one status, the latest first. Their order changes only when the reader asks for it. */
export function IssueList({ filter, empty }: { filter: IssueFilter; empty: ReactNode }) {
  const list = useInfiniteQuery({ ...issuesQuery(filter), placeholderData: keepPreviousData })
  const news = useQuery({ ...newsQuery(filter), enabled: list.isSuccess })
  const rows = merge(list.data?.pages.flatMap(({ issues }) => issues) ?? [], news.data?.issues ?? [])
  const fresh = list.isSuccess && !list.isPlaceholderData ? countNew(rows, news.data?.issues ?? []) : 0
  const change = useChangeIssue()
  const act = (issue: Issue, { change: body, done }: Action) => change.mutate({ issue, change: body, done })
  const cursor = useCursor(rows, act)
  const showNews = () => void list.refetch()

  if (list.isPending) return <ListSkeleton />
  if (list.isError) return <LoadFailed what="the issues" error={list.error} retry={() => void list.refetch()} />
  return (
    <div className={list.isPlaceholderData ? 'opacity-60' : undefined}>
      {fresh > 0 && (
        <div className="flex justify-center border-b border-border p-2">
          <Button onClick={showNews} className="border-ring bg-accent-wash font-medium">
            <ArrowUp size={14} aria-hidden />
            {fresh} new
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyList filter={filter} empty={empty} hasAny={hasAny(list.data.pages[0]?.status_counts)} />
      ) : (
        <>
          <Head />
          <ul>
            {rows.map((issue) => (
              <IssueRow
                key={issue.id}
                issue={issue}
                isCurrent={issue.id === cursor}
                onAction={(action) => act(issue, action)}
              />
            ))}
          </ul>
          {list.hasNextPage && <More isLoading={list.isFetchingNextPage} load={() => void list.fetchNextPage()} />}
        </>
      )}
    </div>
  )
}

/** Rows stay where they are; what the server says of them now is shown in place. */
function merge(rows: Issue[], news: Issue[]): Issue[] {
  const known = new Map(news.map((issue) => [issue.id, issue]))
  return rows.map((row) => known.get(row.id) ?? row)
}

/** Of what came in after the first row. */
function countNew(rows: Issue[], news: Issue[]): number {
  const ids = new Set(rows.map(({ id }) => id))
  const oldest = rows.at(-1)?.last_seen
  return news.filter(({ id, last_seen }) => !ids.has(id) && (oldest === undefined || last_seen > oldest)).length
}

/** The row that keys act on: j and k move it, and after its issue is gone the next one takes its place. */
function useCursor(rows: Issue[], act: (issue: Issue, action: Action) => void): string | undefined {
  const [id, setId] = useState<string>()
  const place = useRef(-1)
  const found = rows.findIndex((row) => row.id === id)
  if (found !== -1) place.current = found
  const current =
    found !== -1 ? rows[found] : id === undefined ? undefined : rows[Math.min(place.current, rows.length - 1)]
  const move = (to: number) => setId(rows[Math.max(0, Math.min(rows.length - 1, to))]?.id)
  const at = current === undefined ? -1 : rows.indexOf(current)
  useKeys({
    j: () => move(at + 1),
    k: () => move(at - 1),
    home: () => move(0),
    end: () => move(rows.length - 1),
    e: () => current && act(current, mainActionOf(current)),
    i: () => current && current.status !== 'ignored' && act(current, ignore),
  })
  return current?.id
}

function Head() {
  const cell = 'text-right'
  return (
    <div aria-hidden className="border-b border-border bg-sunken text-12 text-text-3 phone:hidden">
      <div className={`${columns} px-4 py-1.5`}>
        <span className="pl-7">Issue</span>
        <span>14 days</span>
        <span className={cell}>Events</span>
        <span className={`${cell} max-lg:hidden`}>Users</span>
        <span className={cell}>Last</span>
        <span className={`${cell} max-xl:hidden`}>First</span>
      </div>
    </div>
  )
}

/** Loads the next page when the reader comes near it. */
function More({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '600px',
    })
    if (mark.current !== null) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={mark} className="flex justify-center p-3">
      <Button onClick={load} disabled={isLoading}>
        {isLoading ? 'Loading…' : 'Load more'}
      </Button>
    </div>
  )
}

function hasAny(counts: Record<string, number> | undefined): boolean {
  return Object.values(counts ?? {}).some((count) => count > 0)
}

function EmptyList({ filter, empty, hasAny }: { filter: IssueFilter; empty: ReactNode; hasAny: boolean }) {
  if (!hasAny)
    return (
      <Notice icon={Inbox} text="Nothing received yet.">
        {empty}
      </Notice>
    )
  const text = filter.status === 'unresolved' ? 'No unresolved issues.' : `No ${filter.status} issues.`
  return <Notice icon={CircleCheck} text={text} />
}

const skeletonRows = [1, 2, 3, 4, 5, 6, 7, 8]

/** The geometry of the list, where nothing is known yet. */
export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading the issues">
      <Head />
      {skeletonRows.map((row) => (
        <div key={row} className="border-b border-border last:border-b-0">
          <div className={`${columns} min-h-15 px-4 py-2`}>
            <span className="flex gap-3">
              <span className="skeleton size-4 rounded-full" />
              <span className="grid grow gap-1.5">
                <span className="skeleton h-4 w-3/5" />
                <span className="skeleton h-3 w-2/5" />
              </span>
            </span>
            <span className="skeleton h-6 phone:hidden" />
            <span className="skeleton ml-auto h-4 w-8 phone:hidden" />
          </div>
        </div>
      ))}
    </div>
  )
}
