import { responseBody } from '@bugle/api-client'
import { issueKeys, projectKeys } from '@bugle/client-state/keys'
import type { IssuePage } from '@bugle/client-state/queries/issues'
import { t } from '@bugle/presentation/i18n'
import type { Action } from '@bugle/presentation/issue-actions'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../components/states'
import { showToast } from '../../components/toasts'
import { isOfAway } from '../../lib/connection'
import { queryClient } from '../../lib/queries'
import { api } from '../../lib/session'
import { addWaiting, dropWaiting, hasWaiting } from './outbox'
import { type Issue, type IssueFilter, issueQuery } from './queries'

type Pages = InfiniteData<IssuePage>

/** Changes issues: on the screen at once, then on the server, and back if it refuses; with undo. Without a server, later. */
export async function decide(issues: Issue[], action: Action): Promise<void> {
  const name = nameOf(issues)
  const before = queryClient.getQueriesData<Pages>({ queryKey: issueKeys.lists })
  await queryClient.cancelQueries({ queryKey: issueKeys.lists })
  if (action.change.status !== undefined) takeFromLists(queryClient, issues, action.change.status)
  const back = () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
  const wait = () => {
    const ids = addWaiting(issues, action.change, action.failed(name))
    showToast({
      text: t('{{done}}. It will be sent when the server responds.', { done: action.done(name) }),
      action: {
        label: t('Undo'),
        run: () => {
          dropWaiting(ids)
          back()
        },
      },
    })
  }
  if (hasWaiting()) return wait()
  try {
    const undoId = await send(issues, action)
    showToast({
      text: action.done(name),
      ...(undoId === null ? {} : { action: { label: t('Undo'), run: () => void undo(undoId, name) } }),
    })
  } catch (error) {
    if (isOfAway(error)) return wait()
    back()
    showToast({
      text: `${action.failed(name)} ${reasonOf(error)}`,
      isFailure: true,
      action: { label: t('Retry'), run: () => void decide(issues, action) },
    })
  }
  refresh()
}

/** @returns the id of the undo; null when nothing changed */
async function send(issues: Issue[], { change }: Action): Promise<string | null> {
  if (issues.length === 1) {
    const path = { id: issues[0]!.id }
    const { issue, undo_id } = await responseBody(api().PATCH('/api/issues/{id}', { params: { path }, body: change }))
    queryClient.setQueryData(issueQuery(issue.id).queryKey, (known) =>
      known === undefined ? known : { ...known, issue },
    )
    return undo_id
  }
  const ids = issues.map(({ id }) => id)
  return (await responseBody(api().POST('/api/issues/bulk', { body: { ids, patch: change } }))).undo_id
}

/** Changes everything that a list is of; refused if that is no longer what was shown. */
export async function decideAll(
  { projectId, ...filter }: IssueFilter,
  expected: number,
  action: Action,
): Promise<void> {
  const name = t('{{count, number}} issues', { count: expected })
  const body = {
    ...(filter as object),
    query: filter.query ?? '',
    ...(projectId === undefined ? {} : { project_id: projectId }),
    expected_count: expected,
    patch: action.change,
  }
  try {
    const { undo_id } = await responseBody(api().POST('/api/issues/bulk', { body }))
    showToast({
      text: action.done(name),
      ...(undo_id === null ? {} : { action: { label: t('Undo'), run: () => void undo(undo_id, name) } }),
    })
  } catch (error) {
    showToast({ text: `${action.failed(name)} ${reasonOf(error)}`, isFailure: true })
  }
  refresh()
}

/** Makes the others part of the first issue. */
export async function merge([into, ...others]: Issue[]): Promise<void> {
  const name = t('{{count, number}} issues', { count: others.length + 1 })
  try {
    const { issue, undo_id } = await responseBody(
      api().POST('/api/issues/{id}/merge', {
        params: { path: { id: into!.id } },
        body: { ids: others.map(({ id }) => id) },
      }),
    )
    showToast({
      text: t('Merged {{count, number}} issues into {{id}}', { count: others.length + 1, id: issue.short_id }),
      ...(undo_id === null ? {} : { action: { label: t('Undo'), run: () => void undo(undo_id, name) } }),
    })
  } catch (error) {
    showToast({ text: `${t("Couldn't merge {{name}}.", { name })} ${reasonOf(error)}`, isFailure: true })
  }
  refresh()
}

/** Makes fingerprints of an issue into issues of their own. */
export async function unmerge(issue: Issue, fingerprints: string[]): Promise<void> {
  const name = nameOf([issue])
  try {
    const params = { path: { id: issue.id } }
    const { unmerged, undo_id } = await responseBody(
      api().POST('/api/issues/{id}/unmerge', { params, body: { fingerprints } }),
    )
    showToast({
      text: t('Split off {{count, number}} issues', { count: unmerged.length }),
      action: { label: t('Undo'), run: () => void undo(undo_id, name) },
    })
  } catch (error) {
    showToast({ text: reasonOf(error), isFailure: true })
  }
  refresh()
}

/** Deletes issues with their events, which cannot be undone. @returns whether they are gone */
export async function remove(issues: Issue[]): Promise<boolean> {
  const name = nameOf(issues)
  try {
    for (const { id } of issues) await api().DELETE('/api/issues/{id}', { params: { path: { id } } })
    takeFromLists(queryClient, issues, 'deleted')
    showToast({ text: t('Deleted {{name}}', { name }) })
    return true
  } catch (error) {
    showToast({ text: reasonOf(error), isFailure: true })
    return false
  } finally {
    refresh()
  }
}

async function undo(id: string, name: string): Promise<void> {
  try {
    await responseBody(api().POST('/api/undo/{id}', { params: { path: { id } } }))
  } catch (error) {
    showToast({ text: `${t("Couldn't undo the change of {{name}}.", { name })} ${reasonOf(error)}`, isFailure: true })
  }
  refresh()
}

function refresh(): void {
  for (const queryKey of [issueKeys.lists, issueKeys.counts, issueKeys.details, issueKeys.activities, projectKeys.all])
    void queryClient.invalidateQueries({ queryKey })
}

/** Removes issues from the lists of other statuses than their new one. */
function takeFromLists(client: QueryClient, issues: Issue[], status: string): void {
  const gone = new Set(issues.map(({ id }) => id))
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: issueKeys.lists })) {
    const { status: listed = 'unresolved' } = key[1] as IssueFilter
    if (data === undefined || listed === status) continue
    const pages = data.pages.map((page) => ({ ...page, issues: page.issues.filter(({ id }) => !gone.has(id)) }))
    client.setQueryData(key, { ...data, pages })
  }
}

/** Names issues in a message: a single one by its short id, several by their number. */
export function nameOf(issues: Issue[]): string {
  return issues.length === 1 ? issues[0]!.short_id : t('{{count, number}} issues', { count: issues.length })
}
