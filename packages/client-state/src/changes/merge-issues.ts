import { responseBody, type Schemas } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Issue } from '@bugle/presentation/types'
import { mutationOptions } from '@tanstack/react-query'
import { invalidateListsAndDetails, setIssueDetail } from '../issue-cache.ts'
import type { EndOfStep } from '../toasts.ts'
import type { ChangeDeps } from './deps.ts'
import { nameOf } from './name-of.ts'
import { undoAction } from './undo.ts'

/** Puts the issue first that a selection is merged into: the one with the most events. */
export function largestFirst(issues: readonly Issue[]): Issue[] {
  return issues.toSorted((one, other) => other.count - one.count)
}

/** Merges issues into the first of them. */
export function mergeIssues(deps: ChangeDeps) {
  const { api, toasts, reasonOf } = deps
  return mutationOptions<Schemas['MergeResponse'], Error, readonly Issue[], EndOfStep>({
    mutationFn: ([into, ...others]) => {
      const params = { path: { id: into!.id } }
      return responseBody(api().POST('/api/issues/{id}/merge', { params, body: { ids: others.map(({ id }) => id) } }))
    },
    onMutate: toasts.beginStep,
    onSuccess: ({ issue, undo_id }, issues, end, { client }) => {
      setIssueDetail(client, issue)
      invalidateListsAndDetails(client, issues)
      const text = t('Merged {{count, number}} issues into {{id}}', { count: issues.length, id: issue.short_id })
      const undoIds = undo_id === null ? [] : [undo_id]
      end({ text, ...undoAction(deps, client, { undoIds, name: nameOf(issues) }) })
    },
    onError: (error, _, end) => {
      ;(end ?? toasts.showToast)({ text: `${t('Nothing was merged.')} ${reasonOf(error)}`, isFailure: true })
    },
  })
}

/** Splits fingerprints off an issue; each becomes an issue of its own. */
export function unmergeIssue(deps: ChangeDeps) {
  const { api, toasts, reasonOf } = deps
  return mutationOptions<Schemas['UnmergeResponse'], Error, { issue: Issue; fingerprints: string[] }, EndOfStep>({
    mutationFn: ({ issue, fingerprints }) => {
      const params = { path: { id: issue.id } }
      return responseBody(api().POST('/api/issues/{id}/unmerge', { params, body: { fingerprints } }))
    },
    onMutate: toasts.beginStep,
    onSuccess: ({ issue: rest, unmerged, undo_id }, { issue }, end, { client }) => {
      setIssueDetail(client, rest)
      invalidateListsAndDetails(client, [issue])
      const ids = unmerged.map(({ short_id }) => short_id).join(', ')
      const text = t('Unmerged {{ids}} from {{id}}', { ids, id: issue.short_id })
      end({ text, ...undoAction(deps, client, { undoIds: [undo_id], name: nameOf([issue]) }) })
    },
    onError: (error, _, end) => {
      ;(end ?? toasts.showToast)({ text: `${t('Nothing was unmerged.')} ${reasonOf(error)}`, isFailure: true })
    },
  })
}
