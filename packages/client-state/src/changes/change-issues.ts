import { responseBody } from '@bugle/api-client'
import { type IssueFilter, toParameters } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import type { Action } from '@bugle/presentation/issue-actions'
import type { Change, Issue } from '@bugle/presentation/types'
import { limits } from '@bugle/protocol/vocabulary'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../components/notice.tsx'
import { api } from '../../lib/api.ts'
import { retryUnanswered } from '../../lib/query-client.ts'
import { beginStep, showToast, type Toast } from '../../lib/toasts.ts'
import {
  cancelDetailRequests,
  invalidateCountsAndActivity,
  invalidateListsAndDetails,
  isDetailOf,
  type MoveBack,
  moveBetweenLists,
  predictChange,
  setIssueDetail,
} from './issue-cache.ts'

/** All issues that match a search, loaded or not, and how many there were when the action was chosen. */
export interface Matching {
  filter: IssueFilter
  count: number
}

interface ChangeResult {
  undoIds: string[]
  /** The issue as the server has it now, where a single one was changed. */
  issue?: Issue
  failed: { id: string; message: string }[]
}

async function sendChange(issues: Issue[], change: Change): Promise<ChangeResult> {
  if (issues.length === 1) {
    const path = { id: issues[0]!.id }
    const { issue, undo_id } = await responseBody(api.PATCH('/api/issues/{id}', { params: { path }, body: change }))
    return { undoIds: undo_id === null ? [] : [undo_id], issue, failed: [] }
  }
  const result: ChangeResult = { undoIds: [], failed: [] }
  for (let from = 0; from < issues.length; from += limits.bulkIds) {
    const ids = issues.slice(from, from + limits.bulkIds).map(({ id }) => id)
    const { undo_id, failed } = await responseBody(api.POST('/api/issues/bulk', { body: { ids, patch: change } }))
    if (undo_id !== null) result.undoIds.push(undo_id)
    result.failed.push(...failed)
  }
  return result
}

/** Changes all issues that match a search. The server refuses when their number has changed in the meantime. */
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
      invalidateListsAndDetails(client, [])
      const name = t('{{count, number}} issues', { count: updated_count })
      end({ text: action.done(name), ...undoAction(client, undo_id === null ? [] : [undo_id], name) })
    },
    onError: (error, _, end = showToast) => {
      invalidateListsAndDetails(client, [])
      end({ text: `${t('Nothing was changed.')} ${reasonOf(error)}`, isFailure: true })
    },
  })
}

interface Decision {
  issues: Issue[]
  action: Action
  /** Called once it is done, with the undo where there is one. */
  onDone?: (undo: (() => void) | undefined) => void
  /** Offered in the toast when it is done. */
  next?: Toast['next']
}

interface MutationContext {
  end: ReturnType<typeof beginStep>
  moveBack: MoveBack
}

/** Changes issues optimistically: first on the screen, then on the server, and back if it refuses; with undo. */
export function useChangeIssues() {
  const client = useQueryClient()
  const mutation = useMutation<ChangeResult, Error, Decision, MutationContext>({
    mutationFn: ({ issues, action }) => sendChange(issues, action.change),
    retry: retryUnanswered,
    onMutate: async ({ issues, action: { change } }) => {
      const end = beginStep()
      await cancelDetailRequests(client, issues)
      if (change.status === undefined) return { end, moveBack: () => {} }
      for (const issue of issues) setIssueDetail(client, predictChange(issue, change))
      return { end, moveBack: moveBetweenLists(client, issues, change.status) }
    },
    onSuccess: async ({ issue, undoIds, failed }, { issues, action, onDone, next }, { end, moveBack }) => {
      await cancelDetailRequests(client, issues)
      if (issue !== undefined) setIssueDetail(client, issue)
      void client.invalidateQueries({ predicate: isDetailOf(issues) })
      invalidateCountsAndActivity(client, issues)
      const refused = new Set(failed.map(({ id }) => id))
      if (refused.size > 0)
        rollBack(
          issues.filter(({ id }) => refused.has(id)),
          moveBack,
        )
      const done = action.done(nameOf(issues.filter(({ id }) => !refused.has(id))))
      const text =
        refused.size === 0
          ? done
          : `${done}. ${t('{{count, number}} failed: {{reason}}', { count: failed.length, reason: failed[0]!.message })}`
      const undo = end({ text, next, ...undoAction(client, undoIds, nameOf(issues)) })
      onDone?.(undo)
    },
    onError: (error, decision, { end, moveBack } = { end: showToast, moveBack: () => {} }) => {
      const { issues, action } = decision
      rollBack(issues, moveBack)
      end({
        text: `${action.failed(nameOf(issues))} ${reasonOf(error)}`,
        isFailure: true,
        action: { label: t('Retry'), run: () => mutation.mutate(decision) },
      })
    },
  })
  /** Restores the former state from memory: the server may be unable to say what it is. */
  const rollBack = (issues: Issue[], moveBack: MoveBack) => {
    for (const issue of issues) setIssueDetail(client, issue)
    moveBack(new Set(issues.map(({ id }) => id)))
    invalidateListsAndDetails(client, issues)
  }
  return mutation
}

/** Merges issues into the first of them. */
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
      invalidateListsAndDetails(client, issues)
      const text = t('Merged {{count, number}} issues into {{id}}', { count: issues.length, id: issue.short_id })
      end({ text, ...undoAction(client, undo_id === null ? [] : [undo_id], nameOf(issues)) })
    },
    onError: (error, _, end = showToast) =>
      end({ text: `${t('Nothing was merged.')} ${reasonOf(error)}`, isFailure: true }),
  })
}

/** Splits fingerprints off an issue; each becomes an issue of its own. */
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
      invalidateListsAndDetails(client, [issue])
      const text = t('Unmerged {{ids}} from {{id}}', {
        ids: unmerged.map(({ short_id }) => short_id).join(', '),
        id: issue.short_id,
      })
      end({ text, ...undoAction(client, [undo_id], nameOf([issue])) })
    },
    onError: (error, _, end = showToast) =>
      end({ text: `${t('Nothing was unmerged.')} ${reasonOf(error)}`, isFailure: true }),
  })
}

/** Names issues in a message: a single one by its short id, several by their number. */
export function nameOf(issues: Issue[]): string {
  return issues.length === 1 ? issues[0]!.short_id : t('{{count, number}} issues', { count: issues.length })
}

function undoAction(client: QueryClient, undoIds: string[], name: string): Pick<Toast, 'action'> {
  if (undoIds.length === 0) return {}
  return { action: { label: t('Undo'), run: () => void undo(client, undoIds, name) } }
}

async function undo(client: QueryClient, undoIds: string[], name: string): Promise<void> {
  try {
    for (const id of undoIds.toReversed()) {
      const { issues } = await responseBody(api.POST('/api/undo/{id}', { params: { path: { id } } }))
      for (const issue of issues) setIssueDetail(client, issue)
      invalidateListsAndDetails(client, issues)
    }
  } catch (error) {
    showToast({ text: `${t("Couldn't undo the change of {{name}}.", { name })} ${reasonOf(error)}`, isFailure: true })
  }
}
