import { fromView, type IssueFilter, type IssueSearch } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { lazyPart } from '../../../lib/lazy-code.ts'
import { viewsQuery } from '../queries.ts'
import { canBeSaved, isSameSearch } from './same-search.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'), 'ViewDialog')
const ViewsItems = lazyPart(() => import('./views-items.tsx'), 'ViewsItems')

/** Saved views, and a way to save the current search. */
export function ViewsMenu({ filter, go }: { filter: IssueFilter; go: (next: IssueSearch) => void }) {
  const { projectId, ...search } = filter
  const [dialog, setDialog] = useState<'save' | 'edit'>()
  const [isOpen, setOpen] = useState(false)
  // A list as it opens has no name: a view is always more than that.
  const views = useQuery({ ...viewsQuery, enabled: isOpen || canBeSaved(search) }).data ?? []
  const mine = views.filter((view) => view.project_id === null || view.project_id === (projectId ?? null))
  const same = mine.find((view) => isSameSearch(fromView(view.filter), search))
  return (
    <>
      <Menu
        align="end"
        onOpenChange={setOpen}
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
          <ViewsItems {...{ filter, go, mine }} onOpen={setDialog} />
        </Suspense>
      </Menu>
      {dialog && (
        <Suspense>
          <ViewDialog {...{ dialog, filter, mine, same }} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}
