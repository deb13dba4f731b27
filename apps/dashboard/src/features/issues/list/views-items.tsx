import { fromView, type IssueFilter, type IssueSearch, toParameters } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { Download, Link2, Pencil, Plus } from 'lucide-react'
import { copyText } from '../../../components/copy-button.tsx'
import { MenuItem, MenuLine, MenuTitle } from '../../../components/menu.tsx'
import { withBasePath } from '../../../lib/base-path.ts'
import type { View } from '../queries.ts'
import { canBeSaved } from './same-search.ts'

interface ViewsItemsProps {
  filter: IssueFilter
  go: (next: IssueSearch) => void
  /** Views of this project and of all. */
  mine: readonly View[]
  onOpen: (dialog: 'save' | 'edit') => void
}

/** Actions on the present search, below the saved ones. */
export function ViewsItems({ filter, go, mine, onOpen }: ViewsItemsProps) {
  const { projectId, ...search } = filter
  const canSave = canBeSaved(search)
  return (
    <>
      <Views
        title={t('Saved views')}
        views={mine.filter(({ organization_id }) => organization_id === null)}
        onSelect={(view) => go(fromView(view.filter))}
      />
      <Views
        title={t('Shared views')}
        views={mine.filter(({ organization_id }) => organization_id !== null)}
        onSelect={(view) => go(fromView(view.filter))}
      />
      {mine.length > 0 && <MenuLine />}
      <MenuItem disabled={!canSave} title={canSave ? '' : t('Search or filter first')} onSelect={() => onOpen('save')}>
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
      {mine.some(({ may_change }) => may_change) && (
        <MenuItem onSelect={() => onOpen('edit')}>
          <Pencil size={16} aria-hidden />
          {t('Edit views…')}
        </MenuItem>
      )}
    </>
  )
}

interface ViewsProps {
  title: string
  views: readonly View[]
  onSelect: (view: View) => void
}

function Views({ title, views, onSelect }: ViewsProps) {
  if (views.length === 0) return null
  return (
    <>
      <MenuTitle>{title}</MenuTitle>
      {views.map((view) => (
        <MenuItem key={view.id} title={authorOf(view)} onSelect={() => onSelect(view)}>
          <span className="from-event max-w-64 grow truncate" dir="auto">
            {view.name}
          </span>
        </MenuItem>
      ))}
    </>
  )
}

/** Names the author of a shared view. */
function authorOf({ organization_id, author }: View): string {
  return organization_id === null || author === null ? '' : t('By {{name}}', { name: author.name })
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
