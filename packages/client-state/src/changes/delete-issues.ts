import { ApiError } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Issue } from '@bugle/presentation/types'
import { mutationOptions } from '@tanstack/react-query'
import { invalidateListsAndDetails, removeFromLists } from '../issue-cache.ts'
import type { ChangeDeps } from './deps.ts'
import { nameOf } from './name-of.ts'

/** Deletes issues with their events, which cannot be undone. */
export function deleteIssues({ api, toasts }: Pick<ChangeDeps, 'api' | 'toasts'>) {
  return mutationOptions<void, Error, readonly Issue[]>({
    mutationFn: async (issues, { client }) => {
      for (const issue of issues) {
        await api()
          .DELETE('/api/issues/{id}', { params: { path: { id: issue.id } } })
          .catch((error: unknown) => {
            // Another user deleted it, with the same result.
            if (!(error instanceof ApiError && error.status === 404)) throw error
          })
        removeFromLists(client, [issue])
      }
    },
    onSuccess: (_, issues) => void toasts.showToast({ text: t('Deleted {{name}}', { name: nameOf(issues) }) }),
    onSettled: (_, __, ___, ____, { client }) => invalidateListsAndDetails(client, []),
  })
}
