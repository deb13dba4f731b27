import { type BodyOf, responseBody } from '@bugle/api-client'
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
  const { api, toasts } = deps
  const changePortion = async (sent: MatchingSent, progress: Progress): Promise<void> => {
    for (;;) {
      const body = { ...sent, in_portions: true, ...(progress.after !== undefined && { after: progress.after }) }
      const { updated_count, undo_id, next_after } = await responseBody(api().POST('/api/issues/bulk', { body }))
      progress.changed += updated_count
      if (undo_id !== null) progress.undoIds.push(undo_id)
      if (next_after == null) return
      progress.after = next_after
      progress.report()
    }
  }
  return mutationOptions<Progress, Error, { matching: Matching; action: Action }, EndOfStep>({
    // Its own message says how far it is.
    meta: { reportsProgress: true },
    mutationFn: async ({ matching, action }) => {
      const report = () =>
        toasts.showProgress(
          t('{{done}} so far, of {{total, number}}', {
            done: action.done(nameOfCount(progress.changed)),
            total: matching.count,
          }),
        )
      const progress: Progress = { changed: 0, undoIds: [], after: undefined, failure: undefined, report }
      try {
        await changePortion(sentOf(matching, action), progress)
      } catch (error) {
        // Portions that are done stay done, and can be undone.
        if (progress.changed === 0) throw error
        progress.failure = error
      }
      return progress
    },
    onMutate: toasts.beginStep,
    onSettled: () => toasts.endProgress(),
    onSuccess: ({ changed, undoIds, failure }, { action }, end, { client }) => {
      invalidateListsAndDetails(client, [])
      void client.invalidateQueries({ queryKey: issueKeys.details })
      const name = nameOfCount(changed)
      const why = failure === undefined ? '' : `. ${t('The others were not changed.')} ${deps.reasonOf(failure)}`
      end({ text: `${action.done(name)}${why}`, ...undoAction(deps, client, { undoIds, name }) })
    },
    onError: (error, _, end, { client }) => {
      invalidateListsAndDetails(client, [])
      const text = `${t('Nothing was changed.')} ${deps.reasonOf(error)}`
      ;(end ?? toasts.showToast)({ text, isFailure: true })
    },
  })
}

/** The outcome of a change so far. */
interface Progress {
  changed: number
  undoIds: string[]
  /** Where the next portion begins. */
  after: string | undefined
  /** Why it ended before everything was changed. */
  failure: unknown
  report: () => void
}

type MatchingSent = BodyOf<'/api/issues/bulk', 'post'>

function sentOf({ filter: { projectId, ...search }, count }: Matching, { change: patch }: Action): MatchingSent {
  // A set has no order.
  const { sort: _, ...parameters } = toParameters(search, Date.now())
  const project = projectId === undefined ? {} : { project_id: projectId }
  return { query: '', ...parameters, ...project, expected_count: count, patch }
}

function nameOfCount(count: number): string {
  return t('{{count, number}} issues', { count })
}
