import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowUp, ListChecks, SearchX } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Notice } from '../../components/notice.tsx'
import { mistakesIn } from '../../components/search-mistakes.ts'
import { t } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-code.ts'
import { remember } from '../../lib/preferences.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { useUnread } from '../../lib/use-title.ts'
import type { Action } from './actions.ts'
import { useChangeIssues, useChangeMatching } from './change.ts'
import { Filters } from './filters.tsx'
import type { RowHandlers } from './issue-row.tsx'
import { ListHead } from './list-head.tsx'
import { chosenSpan, issuesQuery, latestPageQuery, type Span } from './list-queries.ts'
import { EmptyList, ListSkeleton } from './list-states.tsx'
import { countNew, withLatest } from './list-updates.ts'
import type { Issue } from './queries.ts'
import { countsMatchesOnly, type IssueFilter, type IssueSearch, isPlain } from './search.ts'
import { SearchBar } from './search-bar.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'
import { useCursor } from './use-cursor.ts'
import { useLingeringRows } from './use-lingering-rows.ts'
import { type Selection, useEndOfSelection, useSelection } from './use-selection.ts'
import { ViewsMenu } from './views-menu.tsx'
import { VirtualRows } from './virtual-rows.tsx'

/** Loaded with the first selection. */
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'BulkBar')

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
  const list = useInfiniteQuery({ ...issuesQuery(filter, span), placeholderData: keepPreviousData })
  const isCurrent = list.isSuccess && !list.isPlaceholderData
  const isMistaken = mistakesIn(list.error, search.query ?? '') !== undefined
  const data = useDataBefore(list.data, projectId, isMistaken)
  const latest = useQuery({
    ...latestPageQuery(filter, span),
    enabled: isCurrent,
    // The list was just fetched: its first page need not be fetched again at once.
    ...(isCurrent ? { initialData: list.data.pages[0], initialDataUpdatedAt: list.dataUpdatedAt } : {}),
  })
  const rows = useMemo(
    () => withLatest(data?.pages.flatMap(({ issues }) => issues) ?? [], latest.data?.issues ?? []),
    [data, latest.data],
  )
  useChangedElsewhere(rows, isCurrent ? latest.data?.issues : undefined)
  const newer = useMemo(() => countNew(rows, latest.data?.issues ?? []), [rows, latest.data])
  const fresh = isCurrent && isPlain(search) ? newer : 0
  useUnread(fresh)
  const reportRows = useRef(onRows)
  reportRows.current = onRows
  const selection = useSelection(rows)
  useEndOfSelection(selection, filter, go)
  const change = useChangeIssues()
  const changeMatching = useChangeMatching()
  const act = (issues: Issue[], action: Action) => {
    if (selection.isWhole && issues === selection.issues)
      changeMatching.mutate({ matching: { filter, count: matchingOf(status, search) }, action })
    else change.mutate({ issues, action })
    if (selection.ids.size > 0) selection.clear()
  }
  const showNew = () => void list.refetch()
  const isPhone = useIsPhone()
  const triage = () => onTriage(search)
  useKeys({ '.': showNew, t: triage })
  const status = latest.data?.status_counts ?? data?.pages[0]?.status_counts
  const total = matchingOf(status, search)
  useEffect(() => reportRows.current(rows, total), [rows, total])
  const chooseSpan = (next: Span) => {
    remember('bugle-span', next)
    setSpan(next)
  }
  return (
    <>
      <div className="sticky top-0 z-[5] border-b border-border bg-bg phone:top-12">
        <div className="flex items-end gap-2 px-2 pt-2 phone:px-1 phone:pt-0">
          <h1 className="flex min-h-10 items-center px-2 text-16 font-semibold whitespace-nowrap phone:sr-only">
            {projectNames === undefined ? t('Issues') : t('Issues of all projects')}
          </h1>
          <StatusTabs search={search} counts={status} />
          <span className="grow" />
          <div className="flex shrink-0 items-center gap-1 pb-1">
            {fresh > 0 && <NewIssuesChip count={fresh} onShow={showNew} />}
            {!isPhone && <TriageButton onClick={triage} />}
            <ViewsMenu filter={filter} go={go} />
          </div>
        </div>
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
                <BulkBar
                  selection={selection}
                  matching={matchingOf(status, search)}
                  me={me}
                  asked={selection.asked}
                  onAction={(action) => act(selection.issues, action)}
                />
              </Suspense>
            ) : (
              <Filters {...{ filter, go, projectNames }} onProject={(id) => onProject?.(id, search)} />
            )}
          </div>
        </div>
        {(rows.length > 0 || !list.isSuccess) && (
          <ListHead
            search={search}
            span={span}
            onSpan={chooseSpan}
            onSort={(sort) => go({ ...search, sort })}
            loaded={rows.length}
            countedSince={data?.pages[0]?.counts.since}
            selection={selection}
          />
        )}
      </div>
      <div className={rows.length > 0 ? 'bg-surface' : ''}>
        <Loaded
          query={isMistaken ? { ...list, data: data ?? null } : list}
          name={t('the issues')}
          waiting={<ListSkeleton />}
        >
          {(shown) =>
            shown === null ? (
              <Notice icon={SearchX} text={t('The query has a mistake. Correct it to search.')} />
            ) : rows.length === 0 ? (
              <EmptyList
                filter={filter}
                go={go}
                empty={empty}
                hasOthers={Object.values(status ?? {}).some((count) => count > 0)}
              />
            ) : (
              <Rows
                key={JSON.stringify(filter)}
                {...{ rows, span, selection, me, act, projectNames, seenAt, onIntent, onOpen }}
                listKey={JSON.stringify(filter)}
                countsMatchesOnly={countsMatchesOnly(search)}
                isFaded={list.isPlaceholderData || isMistaken}
                isMore={list.hasNextPage}
                onMore={() => list.isFetchingNextPage || void list.fetchNextPage()}
              />
            )
          }
        </Loaded>
      </div>
    </>
  )
}

/** Keeps the previous list while the query has a mistake, since nothing is listed for it. */
function useDataBefore<T>(data: T | undefined, projectId: string | undefined, isMistaken: boolean): T | undefined {
  const before = useRef<{ data: T; projectId: string | undefined }>(undefined)
  if (data !== undefined) before.current = { data, projectId }
  const isSame = before.current?.projectId === projectId
  return data ?? (isMistaken && isSame ? before.current?.data : undefined)
}

/** Total of the list in its status. */
function matchingOf(counts: Record<string, number> | undefined, { status = 'unresolved' }: IssueSearch): number {
  return counts?.[status] ?? 0
}

/** Starts triage. On phones it sits beside the search, where there is room. */
function TriageButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" className="phone:px-2" title={t('Key {{key}}', { key: 't' })} onClick={onClick}>
      <ListChecks size={14} aria-hidden className="shrink-0" />
      <span className="phone:sr-only">{t('Triage')}</span>
    </Button>
  )
}

function NewIssuesChip({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      title={t('Key .')}
      className="inline-flex min-h-7 items-center gap-1 rounded-full border border-ring bg-accent-wash px-3 text-12 font-medium text-accent-ink hover:bg-pressed coarse:min-h-11"
    >
      <ArrowUp size={12} aria-hidden />
      {t('{{count, number}} new', { count })}
    </button>
  )
}

interface RowsProps {
  rows: Issue[]
  span: Span
  selection: Selection
  me: IssueListProps['me']
  act: (issues: Issue[], action: Action) => void
  projectNames: ReadonlyMap<string, string> | undefined
  seenAt: string | null | undefined
  listKey: string
  countsMatchesOnly: boolean
  isFaded: boolean
  isMore: boolean
  onMore: () => void
  onIntent: (issue: Issue) => void
  onOpen: (issue: Issue) => void
}

/** Time that a pointer or the cursor rests on a row before its issue is preloaded. */
const restMs = 80

/** The row where the reader was, by list, for when they return. */
const lastRows = new Map<string, string>()

function Rows({ rows: listed, selection, me, act, listKey, isFaded, onIntent, onOpen, ...rest }: RowsProps) {
  const { shown: rows, lingeringIds, linger, release } = useLingeringRows(listed)
  const scrollTo = useRef<(index: number) => void>(() => {})
  const current = useCursor({
    rows,
    initial: lastRows.get(listKey),
    selection,
    me,
    seenAt: rest.seenAt,
    act,
    scrollTo: (index) => scrollTo.current(index),
  })
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const restOn = (issue: Issue) => {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => onIntent(issue), restMs)
  }
  useEffect(() => () => clearTimeout(resting.current), [])
  useEffect(() => {
    if (current !== undefined) lastRows.set(listKey, current)
  }, [current, listKey])
  const onAction = (issue: Issue, action: Action, isByPointer: boolean) => {
    if (isByPointer) linger(issue, action)
    act([issue], action)
  }
  const handlers = useRef<RowHandlers>(null!)
  // On phones a long press selects the first issue and each further tap one more.
  const isSelecting = useIsPhone() && selection.ids.size > 0
  const onTouch = (issue: Issue) => (isSelecting ? selection.toggle(issue) : onOpen(issue))
  handlers.current = {
    onAction,
    onSelect: selection.toggle,
    onIntent: restOn,
    onOpen: onTouch,
    canSwipe: () => !isSelecting,
  }
  return (
    <VirtualRows
      {...rest}
      rows={rows}
      current={current}
      lingering={lingeringIds}
      selected={selection.ids}
      handlers={handlers}
      scrollTo={scrollTo}
      isFaded={isFaded}
      onLeave={release}
    />
  )
}
