import { deleteIssues } from '@bugle/client-state/changes/delete-issues'
import { nameOf } from '@bugle/client-state/changes/name-of'
import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { Confirm } from '../../components/confirm.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { deps } from './change.ts'
import type { Issue } from './queries.ts'

const deleting = deleteIssues(deps)

interface DeleteIssuesProps {
  issues: Issue[]
  onClose: () => void
  onDone?: () => void
}

/** Deletes issues with their events and counts, which cannot be undone. */
export function DeleteIssues({ issues, onClose, onDone }: DeleteIssuesProps) {
  const remove = useMutation(deleting)
  const events = issues.reduce((sum, { count }) => sum + count, 0)
  return (
    <Confirm
      title={t('Delete {{name}}', { name: nameOf(issues) })}
      action={t('Delete {{name}}', { name: nameOf(issues) })}
      isBusy={remove.isPending}
      error={remove.isError ? reasonOf(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(issues, {
          onSuccess: () => {
            onClose()
            onDone?.()
          },
        })
      }
      onClose={onClose}
    >
      <p>{t('This deletes {{count, number}} events and their counts. It cannot be undone.', { count: events })}</p>
      <p>{t('If the error happens again, it starts a new issue.')}</p>
    </Confirm>
  )
}
