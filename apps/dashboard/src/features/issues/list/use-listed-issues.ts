import { type IssueFilter, isPlain, type Span } from '@bugle/client-state/search'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { mistakesIn } from '../../../components/search-mistakes.ts'
import { useUnread } from '../../../lib/use-title.ts'
import { issuesQuery, latestPageQuery } from './list-queries.ts'
import { countNew, withLatest } from './list-updates.ts'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'

/** Issues of a list in the order of its first page, updated in place, and the number that arrived since. */
export function useListedIssues(filter: IssueFilter, span: Span) {
  const { projectId, ...search } = filter
  const list = useInfiniteQuery({ ...issuesQuery(filter, span), placeholderData: keepPreviousData })
  const isCurrent = list.isSuccess && !list.isPlaceholderData
  const isMistaken = mistakesIn(list.error, search.query ?? '') !== undefined
  const data = useDataBefore(list.data, projectId, isMistaken)
  const latest = useQuery({
    ...latestPageQuery(filter, span),
    enabled: isCurrent,
    // The list was just fetched: its first page need not be fetched again at once.
    ...(isCurrent ? { initialData: list.data.pages[0], initialDataUpdatedAt: list.dataUpdatedAt } : {}),
  })
  const rows = useMemo(
    () => withLatest(data?.pages.flatMap(({ issues }) => issues) ?? [], latest.data?.issues ?? []),
    [data, latest.data],
  )
  useChangedElsewhere(rows, isCurrent ? latest.data?.issues : undefined)
  const newer = useMemo(() => countNew(rows, latest.data?.issues ?? []), [rows, latest.data])
  // Where nothing is listed, nothing moves: a list that says that it is empty beside a count of three would lie.
  const isOutdated = isCurrent && rows.length === 0 && newer > 0
  const { refetch } = list
  useEffect(() => {
    if (isOutdated) void refetch()
  }, [isOutdated, refetch])
  const fresh = isCurrent && isPlain(search) ? newer : 0
  useUnread(fresh)
  const counts = latest.data?.status_counts ?? data?.pages[0]?.status_counts
  return {
    list,
    data,
    rows,
    fresh,
    isMistaken,
    counts,
    /** Number of issues in the status of the list, loaded or not. */
    total: counts?.[search.status ?? 'unresolved'] ?? 0,
  }
}

/** Keeps the previous list while the query has a mistake, since nothing is listed for it. */
function useDataBefore<T>(data: T | undefined, projectId: string | undefined, isMistaken: boolean): T | undefined {
  const before = useRef<{ data: T; projectId: string | undefined }>(undefined)
  if (data !== undefined) before.current = { data, projectId }
  const isSame = before.current?.projectId === projectId
  return data ?? (isMistaken && isSame ? before.current?.data : undefined)
}
