import type { Change } from '@bugle/presentation/types'
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidateTag } from './cache-tags.ts'
import { issueKeys } from './keys/issue-keys.ts'
import type { Issue, IssuePage } from './queries/issues.ts'
import type { IssueFilter } from './search.ts'

type Pages = InfiniteData<IssuePage>
type Status = Issue['status']

/** Replaces an issue on its own screen, where that was loaded. */
export function setIssueDetail(client: QueryClient, issue: Issue): void {
  client.setQueryData<{ issue: Issue }>(issueKeys.detail(issue.id), (known) => known && { ...known, issue })
}

/** Matches the queries of the screens of these issues, not those of their statistics. */
export function isDetailOf(issues: readonly Issue[]): (query: Query) => boolean {
  const ids = new Set(issues.map(({ id }) => id))
  return ({ queryKey: [kind, id, ...rest] }) =>
    kind === issueKeys.details[0] && ids.has(id as string) && rest.length === 0
}

/**
 * Cancels requests for issues that are about to change: their responses may arrive afterwards and would put the former
 * state back on the screen. A first request continues, since there is nothing else to show. So do those of lists, unless
 * they are refetched after the change anyway.
 */
export function cancelRequests(
  client: QueryClient,
  issues: readonly Issue[],
  { refetchesLists = false }: { refetchesLists?: boolean } = {},
): Promise<void> {
  const isDetail = isDetailOf(issues)
  const isConcerned = (query: Query) => isDetail(query) || (refetchesLists && query.queryKey[0] === issueKeys.lists[0])
  return client.cancelQueries({ predicate: (query) => isConcerned(query) && query.state.data !== undefined })
}

/** Predicts an issue after a change, with the condition of its snooze or resolution: no status is shown without it. */
export function predictChange(issue: Issue, { status = issue.status, snooze, resolved_in: fix }: Change): Issue {
  const { until = null, events, users } = snooze ?? {}
  const more = (count: number, wanted: number | null | undefined) => (wanted == null ? null : count + wanted)
  return {
    ...issue,
    status,
    substatus: status === 'unresolved' ? 'ongoing' : null,
    snooze: snooze ? { until, events: more(issue.count, events), users: more(issue.users, users) } : null,
    resolution: fix ? { mode: fix.mode, release: fix.release ?? null, at: new Date().toISOString() } : null,
  }
}

/**
 * Refetches counts and activity after a change. Lists are refetched only if their app wants it: otherwise their order
 * changes when the reader asks.
 */
export function invalidateAfterChange(
  client: QueryClient,
  issues: readonly Issue[],
  { refetchesLists = false }: { refetchesLists?: boolean } = {},
): void {
  for (const queryKey of [issueKeys.latestPages, issueKeys.counts, ...(refetchesLists ? [issueKeys.lists] : [])])
    void client.invalidateQueries({ queryKey })
  void invalidateTag(client, 'issues')
  for (const { id } of issues) void client.invalidateQueries({ queryKey: issueKeys.activity(id) })
}

/** Refetches everything that shows issues: the lists, and all that is known of the given ones. */
export function invalidateListsAndDetails(client: QueryClient, issues: readonly Issue[]): void {
  invalidateAfterChange(client, issues, { refetchesLists: true })
  for (const { id } of issues) {
    void client.invalidateQueries({ queryKey: issueKeys.detail(id) })
    void client.invalidateQueries({ queryKey: issueKeys.fingerprints(id) })
  }
}

/** Moves issues with the given ids back into the lists that they had left, at their former position. */
export type MoveBack = (ids: ReadonlySet<string>) => void

/** Removes issues from the lists that no longer match their status, and adjusts the status counts. */
export function moveBetweenLists(client: QueryClient, issues: Issue[], status: Status): MoveBack {
  const moving = issues.filter((issue) => issue.status !== status)
  if (moving.length === 0) return () => {}
  const ids = new Set(moving.map(({ id }) => id))
  const before = client.getQueriesData<Pages>({ queryKey: issueKeys.lists })
  updatePages(client, (page, listed) => {
    const counted = recount(
      page,
      moving.map((issue) => ({ from: issue.status, to: status })),
    )
    return listed === status ? counted : withoutIssues(counted, ids)
  })
  for (const [queryKey] of before)
    if (statusOf(queryKey) === status) void client.invalidateQueries({ queryKey, refetchType: 'none' })
  return (backIds) => {
    const back = moving.filter(({ id }) => backIds.has(id))
    updatePages(client, (page) =>
      recount(
        page,
        back.map((issue) => ({ from: status, to: issue.status })),
      ),
    )
    for (const [queryKey, former] of before)
      if (former !== undefined && statusOf(queryKey) !== status)
        client.setQueryData<Pages>(queryKey, (known) => known && restoreIssues(known, former, backIds))
  }
}

/** Removes issues from every list. */
export function removeFromLists(client: QueryClient, issues: readonly Issue[]): void {
  const ids = new Set(issues.map(({ id }) => id))
  updatePages(client, (page) => withoutIssues(page, ids))
}

/** The status that a list is restricted to. */
function statusOf([, filter]: QueryKey): Status {
  return (filter as IssueFilter).status ?? 'unresolved'
}

/** Updates every cached page: those of lists, and the latest first pages beside them. */
function updatePages(client: QueryClient, update: (page: IssuePage, listed: Status) => IssuePage): void {
  for (const queryKey of [issueKeys.lists, issueKeys.latestPages])
    for (const [key] of client.getQueriesData({ queryKey }))
      client.setQueryData<Pages | IssuePage>(key, (known) => {
        if (known === undefined) return known
        const updated = (page: IssuePage) => update(page, statusOf(key))
        return 'pages' in known ? { ...known, pages: known.pages.map(updated) } : updated(known)
      })
}

/** Adjusts the status counts of a page for issues that moved from one status to another. */
function recount(page: IssuePage, moves: { from: Status; to: Status }[]): IssuePage {
  const status_counts = { ...page.status_counts }
  for (const { from, to } of moves) {
    status_counts[from] = Math.max(0, status_counts[from] - 1)
    status_counts[to] += 1
  }
  return { ...page, status_counts }
}

function withoutIssues(page: IssuePage, ids: ReadonlySet<string>): IssuePage {
  return { ...page, issues: page.issues.filter(({ id }) => !ids.has(id)) }
}

/** Puts issues back into a list, each after the nearest of its former predecessors that is still there. */
function restoreIssues(known: Pages, before: Pages, ids: ReadonlySet<string>): Pages {
  const pages = known.pages.map((page, index) => {
    const former = before.pages[index]?.issues ?? []
    const issues = [...page.issues]
    for (const [position, issue] of former.entries()) {
      if (!ids.has(issue.id) || issues.some(({ id }) => id === issue.id)) continue
      const earlier = new Set(former.slice(0, position).map(({ id }) => id))
      issues.splice(issues.findLastIndex(({ id }) => earlier.has(id)) + 1, 0, issue)
    }
    return { ...page, issues }
  })
  return { ...known, pages }
}
