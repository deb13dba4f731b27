import { fromView, type IssueFilter, type IssueSearch, isNarrowed, toParameters } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Link2, Plus, Trash2 } from 'lucide-react'
import { copyText } from '../../../components/copy-button.tsx'
import { MenuItem, MenuLine, MenuTitle } from '../../../components/menu.tsx'
import { reasonOf } from '../../../components/notice.tsx'
import { api } from '../../../lib/api.ts'
import { withBasePath } from '../../../lib/base-path.ts'
import { showToast } from '../../../lib/toasts.ts'
import { type View, viewsQuery } from '../queries.ts'
import { useSaveView } from './use-save-view.ts'

interface ViewsItemsProps {
  filter: IssueFilter
  go: (next: IssueSearch) => void
  /** Views of this project and of all. */
  mine: readonly View[]
  /** The view that is shown. */
  same: View | undefined
  onSave: () => void
}

/** Actions on the present search, below the saved ones. */
export function ViewsItems({ filter, go, mine, same, onSave }: ViewsItemsProps) {
  const { projectId, ...search } = filter
  const forget = useForgetView()
  const canSave = isNarrowed(search) || search.sort !== undefined || search.status !== undefined
  return (
    <>
      {mine.length > 0 && <MenuTitle>{t('Saved views')}</MenuTitle>}
      {mine.map((view) => (
        <MenuItem key={view.id} onSelect={() => go(fromView(view.filter))}>
          <span className="from-event max-w-64 grow truncate" dir="auto">
            {view.name}
          </span>
        </MenuItem>
      ))}
      {mine.length > 0 && <MenuLine />}
      <MenuItem disabled={!canSave} title={canSave ? '' : t('Search or filter first')} onSelect={onSave}>
        <Plus size={16} aria-hidden />
        {t('Save this view…')}
      </MenuItem>
      {search.since !== undefined && (
        <MenuItem onSelect={() => void copyText(linkToNow(search), t('Link copied'))}>
          <Link2 size={16} aria-hidden />
          {t('Copy link with a fixed time range')}
        </MenuItem>
      )}
      {projectId !== undefined && (
        <MenuItem onSelect={() => window.location.assign(csvAddress(projectId, search))}>
          <Download size={16} aria-hidden />
          {t('Download as CSV')}
        </MenuItem>
      )}
      {same !== undefined && (
        <MenuItem onSelect={() => forget.mutate(same)}>
          <Trash2 size={16} aria-hidden />
          {t('Delete “{{name}}”', { name: same.name })}
        </MenuItem>
      )}
    </>
  )
}

/** Address of the list as a file, with the same filter and order. */
function csvAddress(projectId: string, search: IssueSearch): string {
  const parameters = new URLSearchParams(toParameters(search, Date.now()) as Record<string, string>)
  return withBasePath(`/api/projects/${projectId}/issues.csv?${parameters}`)
}

/** Returns a link that fixes the time range at its present end; a relative one would keep ending now. */
function linkToNow(search: IssueSearch): string {
  const now = Date.now()
  const link = new URL(window.location.href)
  link.searchParams.delete('since')
  link.searchParams.set('from', toParameters(search, now).from!)
  link.searchParams.set('to', new Date(now).toISOString())
  return link.href
}

function useForgetView() {
  const client = useQueryClient()
  const save = useSaveView()
  return useMutation({
    mutationFn: async ({ id }: View) => void (await api.DELETE('/api/views/{id}', { params: { path: { id } } })),
    onSuccess: (_, view) => {
      showToast({
        text: t('Deleted the view “{{name}}”', { name: view.name }),
        action: { label: t('Undo'), run: () => save.mutate(view) },
      })
      return client.invalidateQueries({ queryKey: viewsQuery.queryKey })
    },
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
  })
}
