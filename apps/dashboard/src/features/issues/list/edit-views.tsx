import { fromView, type IssueFilter, toView } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { ArrowLeft, Building2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { onSubmit } from '../../../lib/on-submit.ts'
import { showToast } from '../../../lib/toasts.ts'
import type { View } from '../queries.ts'
import { isSameSearch } from './same-search.ts'
import { useChangeView, useForgetView } from './use-change-view.ts'
import { ViewFields, viewFieldsOf } from './view-fields.tsx'

interface EditViewsProps {
  filter: IssueFilter
  /** Views that the user may change. */
  views: readonly View[]
  /** The view that is shown, which is edited first. */
  first: View | undefined
  onClose: () => void
}

/** Renames, shares, redefines and deletes saved views. */
export function EditViews({ filter, views, first, onClose }: EditViewsProps) {
  const [editedId, setEditedId] = useState(first?.may_change ? first.id : undefined)
  const forget = useForgetView()
  const edited = views.find(({ id }) => id === editedId)
  if (edited !== undefined)
    return (
      // Another element than the list's, so that the focus is inside, and Escape closes it.
      <Dialog key={edited.id} title={t('Edit “{{name}}”', { name: edited.name })} onClose={onClose}>
        <EditView filter={filter} view={edited} onDone={() => setEditedId(undefined)} />
      </Dialog>
    )
  return (
    <Dialog key="all" title={t('Edit views')} onClose={onClose}>
      {views.length === 0 && <p className="text-text-2">{t('There is no view that you may change.')}</p>}
      <ul className="grid gap-1">
        {views.map((view) => (
          <li key={view.id} className="flex items-center gap-1">
            <span className="from-event min-w-0 grow truncate" dir="auto" title={view.name}>
              {view.name}
            </span>
            {view.organization_id !== null && (
              <span className="flex shrink-0 items-center gap-1 px-1 text-12 text-text-3">
                <Building2 size={14} aria-hidden />
                {t('Shared')}
              </span>
            )}
            <IconButton
              icon={Pencil}
              label={t('Edit “{{name}}”', { name: view.name })}
              onClick={() => setEditedId(view.id)}
            />
            <IconButton
              icon={Trash2}
              label={t('Delete “{{name}}”', { name: view.name })}
              onClick={() => forget.mutate(view)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function EditView({ filter, view, onDone }: { filter: IssueFilter; view: View; onDone: () => void }) {
  const { projectId: _, ...search } = filter
  const change = useChangeView()
  const isShown = isSameSearch(fromView(view.filter), search)
  const submit = onSubmit((fields) => {
    const { name, organization_id } = viewFieldsOf(fields)
    const redefined = fields.get('redefine') === 'on' && { filter: toView(search) }
    change.mutate(
      {
        id: view.id,
        body: { name, ...(organization_id !== view.organization_id && { organization_id }), ...redefined },
      },
      {
        onSuccess: () => {
          onDone()
          showToast({ text: t('Saved the view “{{name}}”', { name }) })
        },
      },
    )
  })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <ViewFields view={view} projectId={view.project_id} error={change.error} />
      {!isShown && (
        <label className="flex cursor-pointer items-center gap-2 coarse:min-h-11">
          <input type="checkbox" className="checkbox" name="redefine" />
          {t('Replace its search by the one on the screen')}
        </label>
      )}
      <div className="flex items-center gap-2">
        <Button variant="quiet" onClick={onDone} className="mr-auto">
          <ArrowLeft size={14} aria-hidden />
          {t('All views')}
        </Button>
        <Button type="submit" variant="main" disabled={change.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
