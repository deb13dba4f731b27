import { type IssueFilter, toView } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { onSubmit } from '../../../lib/on-submit.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useSaveView } from './use-save-view.ts'
import { ViewFields, viewFieldsOf } from './view-fields.tsx'

/** Names the present search, to be found again, and shares it. */
export function SaveView({ filter, onClose }: { filter: IssueFilter; onClose: () => void }) {
  const { projectId, ...search } = filter
  const save = useSaveView()
  const submit = onSubmit((fields) => {
    const { name, organization_id } = viewFieldsOf(fields)
    save.mutate(
      { name, organization_id, project_id: projectId ?? null, filter: toView(search) },
      {
        onSuccess: () => {
          onClose()
          showToast({ text: t('Saved the view “{{name}}”', { name }) })
        },
      },
    )
  })
  return (
    <Dialog title={t('Save this view')} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <ViewFields
          projectId={projectId ?? null}
          hint={t('It includes the search, the filters and the sort order.')}
          error={save.error}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="main" disabled={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
