import { type IssueFilter, toView } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { reasonOf } from '../../../components/notice.tsx'
import { onSubmit } from '../../../lib/on-submit.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useSaveView } from './use-save-view.ts'

/** Names the present search, to be found again. */
export function SaveView({ filter, onClose }: { filter: IssueFilter; onClose: () => void }) {
  const { projectId, ...search } = filter
  const save = useSaveView()
  const submit = onSubmit((fields) => {
    const name = String(fields.get('name')).trim()
    save.mutate(
      { name, project_id: projectId ?? null, filter: toView(search) },
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
        <Field
          label={t('Name')}
          name="name"
          required
          maxLength={80}
          pattern=".*\S.*"
          autoFocus
          hint={t('Only you can see it. It includes the search, the filters and the sort order.')}
          error={save.isError ? reasonOf(save.error) : undefined}
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
