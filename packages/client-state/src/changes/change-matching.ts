import { responseBody, type Schemas } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Action } from '@bugle/presentation/issue-actions'
import { mutationOptions } from '@tanstack/react-query'
import { invalidateListsAndDetails } from '../issue-cache.ts'
import { issueKeys } from '../keys/issue-keys.ts'
import { type IssueFilter, toParameters } from '../search.ts'
import type { EndOfStep } from '../toasts.ts'
import type { ChangeDeps } from './deps.ts'
import { undoAction } from './undo.ts'

/** All issues that match a search, loaded or not, and how many there were when the action was chosen. */
export interface Matching {
  filter: IssueFilter
  count: number
}

/** Changes all issues that match a search. The server refuses when their number has changed in the meantime. */
export function changeMatching(deps: ChangeDeps) {
  const { api, toasts, reasonOf } = deps
  return mutationOptions<Schemas['BulkResponse'], Error, { matching: Matching; action: Action }, EndOfStep>({
    mutationFn: ({ matching: { filter, count }, action }) => {
      const { projectId, ...search } = filter
      // A set has no order.
      const { sort: _, ...parameters } = toParameters(search, Date.now())
      const body = {
        query: '',
        ...parameters,
        ...(projectId === undefined ? {} : { project_id: projectId }),
        expected_count: count,
        patch: action.change,
      }
      return responseBody(api().POST('/api/issues/bulk', { body }))
    },
    onMutate: toasts.beginStep,
    onSuccess: ({ updated_count, undo_id }, { action }, end, { client }) => {
      invalidateListsAndDetails(client, [])
      void client.invalidateQueries({ queryKey: issueKeys.details })
      const name = t('{{count, number}} issues', { count: updated_count })
      end({
        text: action.done(name),
        ...undoAction(deps, client, { undoIds: undo_id === null ? [] : [undo_id], name }),
      })
    },
    onError: (error, _, end, { client }) => {
      invalidateListsAndDetails(client, [])
      const text = `${t('Nothing was changed.')} ${reasonOf(error)}`
      ;(end ?? toasts.showToast)({ text, isFailure: true })
    },
  })
}
