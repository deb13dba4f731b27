import { responseBody } from '@bugle/api-client'
import { limits } from '@bugle/protocol/vocabulary'
import {
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { reasonOf } from '../../components/notice.tsx'
import { beginStep, showToast, type Toast } from '../../components/toasts.tsx'
import { api } from '../../lib/api.ts'
import { t } from '../../lib/i18n.ts'
import { retryUnanswered } from '../../lib/query-client.ts'
import type { Action } from './actions.ts'
import { type Change, type Issue, type IssuePage, issueQuery } from './queries.ts'
import { type IssueFilter, toParameters } from './search.ts'

/** The issues of a search, loaded or not, and how many they were when somebody decided. */
export interface Matching {
  filter: IssueFilter
  count: number
}

interface Changed {
  undoIds: string[]
  /** What the server says of it, where one issue was changed. */
  issue?: Issue
  failed: { id: string; message: string }[]
}

async function sendChange(issues: Issue[], change: Change): Promise<Changed> {
  if (issues.length === 1) {
    const path = { id: issues[0]!.id }
    const { issue, undo_id } = await responseBody(api.PATCH('/api/issues/{id}', { params: { path }, body: change }))
    return { undoIds: undo_id === null ? [] : [undo_id], issue, failed: [] }
  }
  const changed: Changed = { undoIds: [], failed: [] }
  for (let from = 0; from < issues.length; from += limits.bulkIds) {
    const ids = issues.slice(from, from + limits.bulkIds).map(({ id }) => id)
    const { undo_id, failed } = await responseBody(api.POST('/api/issues/bulk', { body: { ids, patch: change } }))
    if (undo_id !== null) changed.undoIds.push(undo_id)
    changed.failed.push(...failed)
  }
  return changed
}

/** Changes all that a search finds; refused when they are not as many any more. */
export function useChangeMatching() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ matching: { filter, count }, action }: { matching: Matching; action: Action }) => {
      const { projectId, ...search } = filter
      const { sort: _, ...parameters } = toParameters(search, Date.now())
      const body = {
        query: '',
        ...parameters,
        ...(projectId === undefined ? {} : { project_id: projectId }),
        expected_count: count,
        patch: action.change,
      }
      return responseBody(api.POST('/api/issues/bulk', { body }))
    },
    onMutate: beginStep,
    onSuccess: ({ updated_count, undo_id }, { action }, end) => {
      invalidateIssueData(client, [])
      const what = t('{{count, number}} issues', { count: updated_count })
      end({ text: action.done(what), ...undoOf(client, undo_id === null ? [] : [undo_id], what) })
    },
    onError: (error, _, end = showToast) => {
      invalidateIssueData(client, [])
      end({ text: `${t('Nothing was changed.')} ${reasonOf(error)}`, isFailure: true })
    },
  })
}

interface Decision {
  issues: Issue[]
  action: Action
  /** Told how it is taken back, once it is done. */
  onDone?: (undo: (() => void) | undefined) => void
  /** Offered when it is done. */
  next?: Toast['next']
}

/** Puts issues that had left lists back to where they stood. */
type MoveBack = (ids: ReadonlySet<string>) => void

interface MutationContext {
  end: ReturnType<typeof beginStep>
  moveBack: MoveBack
}

/** Changes issues: the screen first, the server then, and back when it refuses; with undo. */
export function useChangeIssues() {
  const client = useQueryClient()
  const mutation = useMutation<Changed, Error, Decision, MutationContext>({
    mutationFn: ({ issues, action }) => sendChange(issues, action.change),
    retry: retryUnanswered,
    onMutate: async ({ issues, action: { change } }) => {
      const end = beginStep()
      await cancelDetailRequests(client, issues)
      if (change.status === undefined) return { end, moveBack: () => {} }
      for (const issue of issues) setIssueDetail(client, changed(issue, change))
      return { end, moveBack: moveBetweenLists(client, issues, change.status) }
    },
    onSuccess: async ({ issue, undoIds, failed }, { issues, action, onDone, next }, { end, moveBack }) => {
      await cancelDetailRequests(client, issues)
      if (issue !== undefined) setIssueDetail(client, issue)
      void client.invalidateQueries({ predicate: known(issues) })
      invalidateSummaries(client, issues)
      const refused = new Set(failed.map(({ id }) => id))
      if (refused.size > 0)
        putBack(
          issues.filter(({ id }) => refused.has(id)),
          moveBack,
        )
      const done = action.done(nameOf(issues.filter(({ id }) => !refused.has(id))))
      const text =
        refused.size === 0
          ? done
          : `${done} ${t('{{count, number}} were not: {{reason}}', { count: failed.length, reason: failed[0]!.message })}`
      const undo = end({ text, next, ...undoOf(client, undoIds, nameOf(issues)) })
      onDone?.(undo)
    },
    onError: (error, decision, { end, moveBack } = { end: showToast, moveBack: () => {} }) => {
      const { issues, action } = decision
      putBack(issues, moveBack)
      end({
        text: `${action.failed(nameOf(issues))} ${reasonOf(error)}`,
        isFailure: true,
        action: { label: t('Retry'), run: () => mutation.mutate(decision) },
      })
    },
  })
  /** As they were, wherever they are shown: the server may be as little able to say so. */
  const putBack = (issues: Issue[], moveBack: MoveBack) => {
    for (const issue of issues) setIssueDetail(client, issue)
    moveBack(new Set(issues.map(({ id }) => id)))
    invalidateIssueData(client, issues)
  }
  return mutation
}

/** Puts issues together into the first of them. */
export function useMergeIssues() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ([into, ...others]: Issue[]) =>
      responseBody(
        api.POST('/api/issues/{id}/merge', {
          params: { path: { id: into!.id } },
          body: { ids: others.map(({ id }) => id) },
        }),
      ),
    onMutate: beginStep,
    onSuccess: ({ issue, undo_id }, issues, end) => {
      setIssueDetail(client, issue)
      invalidateIssueData(client, issues)
      const text = t('Merged {{count, number}} issues into {{id}}', { count: issues.length, id: issue.short_id })
      end({ text, ...undoOf(client, undo_id === null ? [] : [undo_id], nameOf(issues)) })
    },
    onError: (error, _, end = showToast) =>
      end({ text: `${t('Nothing was merged.')} ${reasonOf(error)}`, isFailure: true }),
  })
}

/** Takes fingerprints out of an issue; each becomes an issue of its own. */
export function useUnmerge(issue: Issue) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (fingerprints: string[]) =>
      responseBody(
        api.POST('/api/issues/{id}/unmerge', { params: { path: { id: issue.id } }, body: { fingerprints } }),
      ),
    onMutate: beginStep,
    onSuccess: ({ issue: rest, unmerged, undo_id }, _, end) => {
      setIssueDetail(client, rest)
      invalidateIssueData(client, [issue])
      const text = t('Unmerged {{ids}} from {{id}}', {
        ids: unmerged.map(({ short_id }) => short_id).join(', '),
        id: issue.short_id,
      })
      end({ text, ...undoOf(client, [undo_id], nameOf([issue])) })
    },
    onError: (error, _, end = showToast) =>
      end({ text: `${t('Nothing was unmerged.')} ${reasonOf(error)}`, isFailure: true }),
  })
}

/** What a message calls them: one by its short id, more by their number. */
export function nameOf(issues: Issue[]): string {
  return issues.length === 1 ? issues[0]!.short_id : t('{{count, number}} issues', { count: issues.length })
}

function undoOf(client: QueryClient, undoIds: string[], what: string) {
  if (undoIds.length === 0) return {}
  return { action: { label: t('Undo'), run: () => void takeBack(client, undoIds, what) } }
}

async function takeBack(client: QueryClient, undoIds: string[], what: string): Promise<void> {
  try {
    for (const id of undoIds.toReversed()) {
      const { issues } = await responseBody(api.POST('/api/undo/{id}', { params: { path: { id } } }))
      for (const issue of issues) setIssueDetail(client, issue)
      invalidateIssueData(client, issues)
    }
  } catch (error) {
    showToast({ text: `${t("Couldn't undo {{what}}.", { what })} ${reasonOf(error)}`, isFailure: true })
  }
}

/** What the server says of an issue, where its own screen is open. */
function setIssueDetail(client: QueryClient, issue: Issue): void {
  client.setQueryData(issueQuery(issue.id).queryKey, (known) => known && { ...known, issue })
}

/** What is known of issues by themselves, apart from lists. */
function known(issues: readonly Issue[]): (query: Query) => boolean {
  const ids = new Set(issues.map(({ id }) => id))
  return ({ queryKey: [kind, id, ...rest] }) => kind === 'issue' && ids.has(id as string) && rest.length === 0
}

/**
 * What was asked about issues before they changed may be answered after: it would put them back on the screen. What has
 * never been there is still waited for.
 */
function cancelDetailRequests(client: QueryClient, issues: readonly Issue[]): Promise<void> {
  const isKnown = known(issues)
  return client.cancelQueries({ predicate: (query) => isKnown(query) && query.state.data !== undefined })
}

/** As the server will say that it is, with what wakes it or where its fix is: a status is never shown without that. */
function changed(issue: Issue, { status = issue.status, snooze, resolved_in: fix }: Change): Issue {
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

/** Asks again for what a change may have moved, but for the lists themselves: their order is the reader's. */
function invalidateSummaries(client: QueryClient, issues: Issue[]): void {
  void client.invalidateQueries({ queryKey: ['news'] })
  void client.invalidateQueries({ queryKey: ['projects'] })
  for (const { id } of issues) void client.invalidateQueries({ queryKey: ['activity', id] })
}

/** Asks again for everything that shows issues. */
export function invalidateIssueData(client: QueryClient, issues: Issue[]): void {
  invalidateSummaries(client, issues)
  void client.invalidateQueries({ queryKey: ['issues'] })
  void client.invalidateQueries({ queryKey: ['overview'] })
  for (const { id } of issues) {
    void client.invalidateQueries({ queryKey: ['issue', id] })
    void client.invalidateQueries({ queryKey: ['fingerprints', id] })
  }
}

/**
 * Takes issues out of the lists that they no longer belong to, and moves them in their counts.
 *
 * @returns moves those with given ids back to where they stood
 */
function moveBetweenLists(client: QueryClient, issues: Issue[], status: Issue['status']): MoveBack {
  const moving = issues.filter((issue) => issue.status !== status)
  if (moving.length === 0) return () => {}
  const ids = new Set(moving.map(({ id }) => id))
  const lists = client.getQueriesData<InfiniteData<IssuePage>>({ queryKey: ['issues'] })
  changePages(client, (page, listed) => {
    const counted = recount(
      page,
      moving.map((issue) => ({ from: issue.status, to: status })),
    )
    return listed === status ? counted : without(counted, ids)
  })
  for (const [queryKey] of lists)
    if (listedIn(queryKey) === status) void client.invalidateQueries({ queryKey, refetchType: 'none' })
  return (backIds) => {
    const back = moving.filter(({ id }) => backIds.has(id))
    changePages(client, (page) =>
      recount(
        page,
        back.map((issue) => ({ from: status, to: issue.status })),
      ),
    )
    for (const [key, before] of lists)
      if (before !== undefined && listedIn(key) !== status)
        client.setQueryData<InfiniteData<IssuePage>>(key, (known) => known && withAgain(known, before, backIds))
  }
}

/** Which status a list is of. */
function listedIn([, filter]: QueryKey): Issue['status'] {
  return (filter as IssueFilter).status ?? 'unresolved'
}

/** Changes every page that is known, of lists and of what came in after them. */
function changePages(client: QueryClient, change: (page: IssuePage, listed: Issue['status']) => IssuePage): void {
  for (const queryKey of [['issues'], ['news']])
    for (const [key] of client.getQueriesData({ queryKey }))
      client.setQueryData<InfiniteData<IssuePage> | IssuePage>(key, (known) => {
        if (known === undefined) return known
        const changed = (page: IssuePage) => change(page, listedIn(key))
        return 'pages' in known ? { ...known, pages: known.pages.map(changed) } : changed(known)
      })
}

/** The counts of a page after issues have gone from one status to another. */
function recount(page: IssuePage, moves: { from: Issue['status']; to: Issue['status'] }[]): IssuePage {
  const status_counts = { ...page.status_counts }
  for (const { from, to } of moves) {
    status_counts[from] = Math.max(0, status_counts[from] - 1)
    status_counts[to] += 1
  }
  return { ...page, status_counts }
}

function without(page: IssuePage, ids: ReadonlySet<string>): IssuePage {
  return { ...page, issues: page.issues.filter(({ id }) => !ids.has(id)) }
}

/** Each behind the one that it stood behind before. */
export function withAgain(
  known: InfiniteData<IssuePage>,
  before: InfiniteData<IssuePage>,
  ids: ReadonlySet<string>,
): InfiniteData<IssuePage> {
  const pages = known.pages.map((page, at) => {
    const former = before.pages[at]?.issues ?? []
    const issues = [...page.issues]
    for (const [place, issue] of former.entries()) {
      if (!ids.has(issue.id) || issues.some(({ id }) => id === issue.id)) continue
      const earlier = new Set(former.slice(0, place).map(({ id }) => id))
      issues.splice(issues.findLastIndex(({ id }) => earlier.has(id)) + 1, 0, issue)
    }
    return { ...page, issues }
  })
  return { ...known, pages }
}
