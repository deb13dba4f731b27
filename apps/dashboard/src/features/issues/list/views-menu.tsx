import { fromView, type IssueFilter, type IssueSearch, toIssueSearch } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { lazyPart } from '../../../lib/lazy-code.ts'
import { viewsQuery } from '../queries.ts'

const SaveView = lazyPart(() => import('./save-view.tsx'), 'SaveView')
const ViewsItems = lazyPart(() => import('./views-items.tsx'), 'ViewsItems')

/** Saved views, and a way to save the current search. */
export function ViewsMenu({ filter, go }: { filter: IssueFilter; go: (next: IssueSearch) => void }) {
  const { projectId, ...search } = filter
  const [isSaving, setSaving] = useState(false)
  const views = useQuery(viewsQuery).data ?? []
  const mine = views.filter((view) => view.project_id === null || view.project_id === (projectId ?? null))
  const same = mine.find((view) => isSame(fromView(view.filter), search))
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="quiet" className="max-w-48 phone:px-2">
            <Bookmark size={14} aria-hidden className="shrink-0" />
            <span className="from-event truncate phone:sr-only" dir="auto">
              {same?.name ?? t('Views')}
            </span>
            <ChevronDown size={14} aria-hidden className="shrink-0 phone:hidden" />
          </Button>
        }
      >
        <Suspense fallback={<p className="px-2 py-1 text-text-3">{t('Loading…')}</p>}>
          <ViewsItems {...{ filter, go, mine, same }} onSave={() => setSaving(true)} />
        </Suspense>
      </Menu>
      {isSaving && (
        <Suspense>
          <SaveView filter={filter} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}

function isSame(one: IssueSearch, other: IssueSearch): boolean {
  const text = (search: IssueSearch) => JSON.stringify(Object.entries(toIssueSearch({ ...search })))
  return text(one) === text(other)
}
