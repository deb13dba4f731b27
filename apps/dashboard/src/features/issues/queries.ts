import { answerOf, type BodyOf, type Schemas } from '@bugle/api-client'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { reasonOf } from '../../components/notice.tsx'
import { showToast } from '../../components/toasts.tsx'
import { api } from '../../lib/api.ts'

export type Issue = Schemas['Issue']
export type IssueStatus = Issue['status']
type IssuePage = Schemas['IssuePage']

export const statuses = ['unresolved', 'snoozed', 'resolved', 'ignored'] as const satisfies IssueStatus[]

export interface IssueFilter {
  projectId: string
  status: IssueStatus
}

function readPage({ projectId, status }: IssueFilter, limit: number, cursor?: string): Promise<IssuePage> {
  const query = { status, limit, sparkline: '14d' as const, ...(cursor === undefined ? {} : { cursor }) }
  return answerOf(api.GET('/api/projects/{id}/issues', { params: { path: { id: projectId }, query } }))
}

const pageSize = 50

export const issuesQuery = (filter: IssueFilter) =>
  infiniteQueryOptions({
    queryKey: ['issues', filter],
    queryFn: ({ pageParam }) => readPage(filter, pageSize, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

/** The newest issues, asked for again and again: counts change in the list, its order does not. */
export const newsQuery = (filter: IssueFilter) =>
  queryOptions({
    queryKey: ['news', filter],
    queryFn: () => readPage(filter, pageSize),
    // Who waits for the first one is told soon.
    refetchInterval: ({ state }) => (state.data?.issues.length === 0 ? 2000 : 10_000),
    refetchOnWindowFocus: true,
  })

export const issueKey = (id: string) => ['issue', id]

/** An issue and what its screen shows beside it, in one answer. */
export const issueQuery = (id: string) =>
  queryOptions({
    queryKey: issueKey(id),
    queryFn: () =>
      answerOf(
        api.GET('/api/issues/{id}', { params: { path: { id }, query: { include: 'latest_event,stats,tags' } } }),
      ),
  })

export type Change = BodyOf<'/api/issues/{id}', 'patch'>

/** Changes an issue: the screen first, the server then, and back when it refuses; with undo. */
export function useChangeIssue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ issue, change }: { issue: Issue; change: Change; done: string }) =>
      answerOf(api.PATCH('/api/issues/{id}', { params: { path: { id: issue.id } }, body: change })),
    onMutate: ({ issue, change }) => {
      if (change.status !== undefined) moveIssue(client, { ...issue, status: change.status }, issue.status)
    },
    onSuccess: ({ issue, undo_id }, { done, issue: former }) => {
      putIssue(client, issue)
      void client.invalidateQueries({ queryKey: ['news'] })
      const undo = undo_id && { label: 'Undo', run: () => void takeBack(client, undo_id, former) }
      showToast({ text: `${done} ${issue.short_id}`, ...(undo ? { action: undo } : {}) })
    },
    onError: (error, { issue }) => {
      void client.invalidateQueries({ queryKey: ['issues'] })
      showToast({ text: `${issue.short_id} is as it was. ${reasonOf(error)}`, isFailure: true })
    },
  })
}

async function takeBack(client: QueryClient, undoId: string, former: Issue): Promise<void> {
  try {
    const { issues } = await answerOf(api.POST('/api/undo/{id}', { params: { path: { id: undoId } } }))
    for (const issue of issues) putIssue(client, issue)
    await Promise.all([
      client.invalidateQueries({ queryKey: ['issues'] }),
      client.invalidateQueries({ queryKey: ['news'] }),
    ])
  } catch (error) {
    showToast({ text: `${former.short_id} could not be taken back. ${reasonOf(error)}`, isFailure: true })
  }
}

/** What the server says of an issue, where its own screen is open. */
function putIssue(client: QueryClient, issue: Issue): void {
  client.setQueryData(issueQuery(issue.id).queryKey, (known) => known && { ...known, issue })
}

/** Takes an issue out of the lists that it no longer belongs to, and moves it in their counts. */
function moveIssue(client: QueryClient, issue: Issue, former: IssueStatus): void {
  putIssue(client, issue)
  if (issue.status === former) return
  const move = (page: IssuePage): IssuePage => ({
    ...page,
    status_counts: {
      ...page.status_counts,
      [former]: Math.max(0, page.status_counts[former] - 1),
      [issue.status]: page.status_counts[issue.status] + 1,
    },
  })
  for (const [key] of client.getQueriesData({ queryKey: ['issues'] })) {
    const { status } = key[1] as IssueFilter
    client.setQueryData<InfiniteData<IssuePage>>(key, (known) => known && { ...known, pages: known.pages.map(move) })
    if (status === former)
      client.setQueryData<InfiniteData<IssuePage>>(key, (known) => known && withoutIssue(known, issue.id))
    else if (status === issue.status) void client.invalidateQueries({ queryKey: key, refetchType: 'none' })
  }
  for (const [key] of client.getQueriesData({ queryKey: ['news'] }))
    client.setQueryData<IssuePage>(
      key,
      (known) => known && move({ ...known, issues: known.issues.filter(({ id }) => id !== issue.id) }),
    )
}

function withoutIssue(data: InfiniteData<IssuePage>, id: string): InfiniteData<IssuePage> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, issues: page.issues.filter((issue) => issue.id !== id) })),
  }
}
