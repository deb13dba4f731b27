import type { Schemas } from '@bugle/api-client'
import { countsMatchesOnly, type IssueFilter, type IssueSearch, type Span } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import type { Action } from '@bugle/presentation/issue-actions'
import { useQueryClient } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { Notice, reasonOf } from '../../../components/notice.tsx'
import { lazyModule, lazyPart } from '../../../lib/lazy-code.ts'
import { useMayInProject } from '../../../lib/permissions.tsx'
import { recall, remember } from '../../../lib/preferences.ts'
import { showToast } from '../../../lib/toasts.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import { useChangeIssues } from '../change.ts'
import type { Issue } from '../queries.ts'
import { Filters } from './filters.tsx'
import { NewIssuesChip, TriageButton } from './list-buttons.tsx'
import { ListHead } from './list-head.tsx'
import { chosenSpan } from './list-queries.ts'
import { EmptyList, ListSkeleton } from './list-states.tsx'
import { ListedRows } from './listed-rows.tsx'
import { SearchBar } from './search-bar.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { useListedIssues } from './use-listed-issues.ts'
import { type Selection, useEndOfSelection, useSelection } from './use-selection.ts'
import { ViewsMenu } from './views-menu.tsx'

/** Loaded with the first selection. */
const loadChangeMatching = lazyModule(() => import('../change-matching.ts'))
/** Loaded as soon as the pointer or the cursor rests on a row: it may be selected next. */
const loadBulkBar = lazyModule(() => import('./bulk-bar.tsx'))
const BulkBar = lazyPart(loadBulkBar, 'BulkBar')

interface IssueListProps {
  filter: IssueFilter
  go: (next: IssueSearch, replace?: boolean) => void
  me: { id: string; name: string } | undefined
  /** Names of the projects, where several are listed. */
  projectNames: ReadonlyMap<string, string> | undefined
  /** Shows a search in one project only. */
  onProject?: (projectId: string, search: IssueSearch) => void
  /** The reader's previous visit. */
  seenAt: string | null | undefined
  onOpen: (issue: Issue) => void
  /** Called when pointer or cursor rests on an issue that may be opened next. */
  onIntent: (issue: Issue) => void
  /** Called with the listed issues in order, and their total. */
  onRows: (rows: Issue[], total: number) => void
  /** Starts triage of the issues that match a search. */
  onTriage: (search: IssueSearch) => void
  /** Action where nothing was ever received. */
  empty: ReactNode
}

/** Issues of one status, searched and filtered. Their order changes only when the reader asks for it. */
export function IssueList(props: IssueListProps) {
  const { filter, go, me, projectNames, seenAt, onOpen, onIntent, onRows, onTriage, onProject, empty } = props
  const { projectId, ...search } = filter
  const [span, setSpan] = useState<Span>(chosenSpan)
  const [isOneScale, setOneScale] = useState(() => recall('bugle-scale') === 'one')
  const { list, data, rows, fresh, isMistaken, counts, total } = useListedIssues(filter, span)
  const selection = useSelection(rows)
  useEndOfSelection(selection, filter, go)
  const act = useAct(selection, filter, total)
  const showNew = () => void list.refetch()
  const triage = () => onTriage(search)
  useKeys({ '.': showNew, t: triage })
  const isPhone = useIsPhone()
  const reportRows = useRef(onRows)
  reportRows.current = onRows
  useEffect(() => reportRows.current(rows, total), [rows, total])
  const chooseSpan = (next: Span) => {
    remember('bugle-span', next)
    setSpan(next)
  }
  return (
    <>
      <div className="sticky top-0 z-[5] border-b border-border bg-bg phone:top-12">
        <ListToolbar {...{ filter, go, projectNames, counts, fresh }} onNew={showNew} onTriage={triage} />
        <div className="grid gap-1.5 px-4 py-2 phone:flex phone:flex-wrap phone:px-2">
          <div className="flex min-w-0 phone:grow phone:basis-48">
            <SearchBar
              key={projectId}
              projectId={projectId}
              query={search.query ?? ''}
              error={list.error}
              onSearch={(query) => go({ ...search, query: query === '' ? undefined : query })}
            />
          </div>
          {isPhone && <TriageButton onClick={triage} />}
          <div className="flex min-h-8 min-w-0 items-center phone:contents">
            {selection.issues.length > 0 ? (
              <Suspense fallback={null}>
                <BulkBar {...{ selection, me }} matching={total} onAction={(action) => act(selection.issues, action)} />
              </Suspense>
            ) : (
              <Filters {...{ filter, go, projectNames }} onProject={(id) => onProject?.(id, search)} />
            )}
          </div>
        </div>
        {(rows.length > 0 || !list.isSuccess) && (
          <ListHead
            {...{ search, span, isOneScale, selection }}
            onSpan={chooseSpan}
            onOneScale={(next) => {
              remember('bugle-scale', next ? 'one' : 'own')
              setOneScale(next)
            }}
            onSort={(sort) => go({ ...search, sort })}
            loaded={rows.length}
            countedSince={data?.pages[0]?.counts.since}
          />
        )}
      </div>
      <div className={rows.length > 0 ? 'bg-surface' : ''}>
        <Loaded
          query={isMistaken ? { ...list, data: data ?? null } : list}
          name={t('the issues')}
          waiting={<ListSkeleton />}
        >
          {(shown) => {
            if (shown === null)
              return <Notice icon={SearchX} text={t('The query has a mistake. Correct it to search.')} />
            if (rows.length === 0) {
              const hasOthers = Object.values(counts ?? {}).some((count) => count > 0)
              return <EmptyList {...{ filter, go, empty, hasOthers }} />
            }
            return (
              <ListedRows
                key={JSON.stringify(filter)}
                {...{ rows, span, isOneScale, selection, me, act, projectNames, seenAt, onOpen }}
                onIntent={(issue) => {
                  loadBulkBar().catch(() => {})
                  onIntent(issue)
                }}
                listKey={JSON.stringify(filter)}
                countsMatchesOnly={countsMatchesOnly(search)}
                isFaded={list.isPlaceholderData || isMistaken}
                isMore={list.hasNextPage}
                onMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
              />
            )
          }}
        </Loaded>
      </div>
    </>
  )
}

/** Applies an action to issues; to everything that matches the filter if the whole list is selected. */
function useAct(selection: Selection, filter: IssueFilter, total: number) {
  const change = useChangeIssues()
  const client = useQueryClient()
  const may = useMayInProject(filter.projectId)
  return (issues: Issue[], action: Action) => {
    if (!may('issue:write')) {
      showToast({ text: t('Your role in this organization lets you look only.'), isFailure: true })
      return
    }
    if (selection.isWhole && issues === selection.issues)
      loadChangeMatching()
        .then(({ changeAllMatching }) => changeAllMatching(client, { filter, count: total }, action))
        .catch((error) => showToast({ text: `${t('Nothing was changed.')} ${reasonOf(error)}`, isFailure: true }))
    else change.mutate({ issues, action })
    if (selection.ids.size > 0) selection.clear()
  }
}

interface ListToolbarProps extends Pick<IssueListProps, 'filter' | 'go' | 'projectNames'> {
  counts: Schemas['StatusCounts'] | undefined
  /** Number of issues that arrived since the list was ordered. */
  fresh: number
  onNew: () => void
  onTriage: () => void
}

/** Title of the list, its statuses, and what can be done with the list as a whole. */
function ListToolbar({ filter, go, projectNames, counts, fresh, onNew, onTriage }: ListToolbarProps) {
  const { projectId, ...search } = filter
  const isPhone = useIsPhone()
  const may = useMayInProject(projectId)
  return (
    <div className="flex items-end gap-2 px-2 pt-2 phone:px-1 phone:pt-0">
      <h1 className="flex min-h-10 items-center px-2 text-16 font-semibold whitespace-nowrap phone:sr-only">
        {projectNames === undefined ? t('Issues') : t('Issues of all projects')}
      </h1>
      <StatusTabs search={search} counts={counts} />
      <span className="grow" />
      <div className="flex shrink-0 items-center gap-1 pb-1">
        {fresh > 0 && <NewIssuesChip count={fresh} onShow={onNew} />}
        {!isPhone && may('issue:write') && <TriageButton onClick={onTriage} />}
        <ViewsMenu filter={filter} go={go} />
      </div>
    </div>
  )
}
