import { ApiError } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../../components/confirm.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { api } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { nameOf } from './change.ts'
import { invalidateListsAndDetails } from './issue-cache.ts'
import type { Issue } from './queries.ts'

interface DeleteIssuesProps {
  issues: Issue[]
  onClose: () => void
  onDone?: () => void
}

/** Deletes issues with their events and counts, which cannot be undone. */
export function DeleteIssues({ issues, onClose, onDone }: DeleteIssuesProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id } of issues)
        await api.DELETE('/api/issues/{id}', { params: { path: { id } } }).catch((error: unknown) => {
          // Another user deleted it, with the same result.
          if (!(error instanceof ApiError && error.status === 404)) throw error
        })
    },
    onSuccess: () => {
      onClose()
      onDone?.()
      showToast({ text: t('Deleted {{name}}', { name: nameOf(issues) }) })
    },
    onSettled: () => invalidateListsAndDetails(client, []),
  })
  const events = issues.reduce((sum, { count }) => sum + count, 0)
  return (
    <Confirm
      title={t('Delete {{name}}', { name: nameOf(issues) })}
      action={t('Delete {{name}}', { name: nameOf(issues) })}
      isBusy={remove.isPending}
      error={remove.isError ? reasonOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('This deletes {{count, number}} events and their counts. It cannot be undone.', { count: events })}</p>
      <p>{t('If the error happens again, it starts a new issue.')}</p>
    </Confirm>
  )
}
