import { formatAge } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useIsFocused, useRouter } from 'expo-router'
import { type ReactElement, useCallback, useEffect, useMemo, useState } from 'react'
import { ActivityIndicator, FlatList, Pressable, RefreshControl, useWindowDimensions, View } from 'react-native'
import { ArrowUp } from '../../components/icons'
import { LoadFailed, Skeleton } from '../../components/states'
import { iconSize, isTextLarge, Txt } from '../../components/txt'
import { useMayChange } from '../../lib/account'
import { showWaitingIssues, useWaitingIssues } from '../../lib/live'
import { useIsSplit } from '../../lib/use-is-split'
import { useKey } from '../../lib/use-key'
import { useNow } from '../../lib/use-now'
import { useColors } from '../../theme'
import { projectsQuery } from '../projects/queries'
import { DetailBeside } from './detail-beside'
import { IssueRow } from './issue-row'
import { useNextFocus } from './next-focus'
import { useWaiting } from './outbox'
import { type Issue, type IssueFilter, issuesQuery } from './queries'
import { RowActionsSheet } from './row-actions'
import { SelectionBar } from './selection-bar'
import { walk } from './walk'

interface IssueListProps {
  filter: IssueFilter
  /** Above the rows; it scrolls with them where they have little height. */
  header?: ReactElement
  empty: ReactElement
  /** How many issues match; more than are loaded can be selected as a whole. */
  total?: number
  /** Changes the order of the issues that are loaded. */
  arrange?: (issues: Issue[]) => Issue[]
}

const asTheyAre = (issues: Issue[]) => issues

/** Issues, page by page. On a tablet the chosen one is shown beside them. */
export function IssueList({ filter, header, empty, total, arrange = asTheyAre }: IssueListProps) {
  const colors = useColors()
  const router = useRouter()
  const now = useNow()
  const isSplit = useIsSplit()
  // Where rows have little height, it scrolls with them.
  const isHeaderFixed = useWindowDimensions().height >= 500 && !isTextLarge()
  // A tab that is not shown is read again when it is.
  const pages = useInfiniteQuery({ ...issuesQuery(filter), subscribed: useIsFocused() })
  const projects = useQuery(projectsQuery)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [openId, setOpenId] = useState<string>()
  const issues = useMemo(() => arrange(pages.data?.pages.flatMap((page) => page.issues) ?? []), [pages.data, arrange])
  const mayChange = useMayChange(projects.data)
  const { onRow, onFocus } = useNextFocus(issues)
  const chosen = issues.filter(({ id }) => selected.has(id))
  const isSelecting = chosen.length > 0
  const [actedOn, setActedOn] = useState<Issue>()
  const endSelection = useCallback(() => setSelected(new Set()), [])
  useKey('Escape', endSelection, isSelecting)
  const waiting = new Set(useWaiting().map(({ issueId }) => issueId))
  const [isAtTop, setIsAtTop] = useState(true)
  const names = new Map(filter.projectId === undefined ? projects.data?.map(({ id, name }) => [id, name]) : [])
  const select = useCallback(
    ({ id }: Issue) =>
      setSelected((known) => {
        const next = new Set(known)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const open = useCallback(
    ({ id }: Issue) => {
      walk.start(issues.map((issue) => issue.id))
      if (isSplit) setOpenId(id)
      else router.push({ pathname: '/issues/[id]', params: { id } })
    },
    [isSplit, router, issues],
  )
  const first = issues[0]
  // Chosen once: the issue beside the list stays the same whatever arrives above it.
  useEffect(() => {
    if (!isSplit || openId !== undefined || first === undefined) return
    walk.start(issues.map((issue) => issue.id))
    setOpenId(first.id)
  }, [isSplit, openId, first, issues])
  const shownId = openId
  const list = (
    <FlatList
      style={{ flex: 1 }}
      // In a browser another role is another element: the list would begin again at its top.
      {...(isHeaderFixed && issues.length > 0 ? { role: 'list', 'aria-label': t('Issues') } : {})}
      ListHeaderComponent={isHeaderFixed ? null : (header ?? null)}
      data={issues}
      keyExtractor={({ id }) => id}
      ListEmptyComponent={
        pages.isPending ? (
          <Skeleton />
        ) : pages.isError ? (
          <LoadFailed error={pages.error} onRetry={() => void pages.refetch()} />
        ) : (
          empty
        )
      }
      ListFooterComponent={
        pages.isFetchingNextPage ? (
          <View role={isHeaderFixed ? 'listitem' : 'none'}>
            <ActivityIndicator aria-label={t('Loading…')} color={colors.text3} style={{ padding: 20 }} />
          </View>
        ) : null
      }
      renderItem={({ item }) => (
        <IssueRow
          issue={item}
          age={formatAge(item.last_seen, now)}
          projectName={names.get(item.project_id)}
          isSelected={selected.has(item.id)}
          isSelecting={isSelecting}
          isCurrent={isSplit && item.id === shownId}
          isWaiting={waiting.has(item.id)}
          isReadOnly={!mayChange(item)}
          onRow={onRow}
          onFocus={onFocus}
          onOpen={open}
          onSelect={select}
          onActions={setActedOn}
        />
      )}
      onScroll={({ nativeEvent }) => setIsAtTop(nativeEvent.contentOffset.y < 8)}
      scrollEventThrottle={100}
      initialNumToRender={8}
      windowSize={7}
      // In screens: at a fast swipe the next page is there before its end.
      onEndReachedThreshold={3}
      onEndReached={() => {
        if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
      }}
      refreshControl={
        <RefreshControl
          refreshing={pages.isRefetching && !pages.isFetchingNextPage}
          onRefresh={() => void pages.refetch()}
          tintColor={colors.text3}
        />
      }
      contentContainerStyle={{ flexGrow: 1 }}
    />
  )
  const bar = isSelecting && (
    <SelectionBar
      issues={chosen}
      loaded={issues.filter(mayChange)}
      filter={filter}
      {...(total === undefined ? {} : { total })}
      onSelect={(all) => setSelected(new Set(all.map(({ id }) => id)))}
      onEnd={endSelection}
    />
  )
  const actions = <RowActionsSheet issue={actedOn} onSelect={select} onClose={() => setActedOn(undefined)} />
  const newIssues = <NewIssues mayApply={isAtTop && !isSelecting} />
  // Without any issue there is nothing to show beside the list.
  if (!isSplit || (shownId === undefined && !pages.isPending))
    return (
      <View style={{ flex: 1 }}>
        {isHeaderFixed && header}
        {list}
        {newIssues}
        {bar}
        {actions}
      </View>
    )
  return (
    <View style={{ flex: 1, flexDirection: 'row', borderTopWidth: 1, borderColor: colors.border }}>
      <View style={{ width: 360, borderRightWidth: 1, borderColor: colors.border }}>
        {isHeaderFixed && header}
        {list}
        {newIssues}
        {bar}
        {actions}
      </View>
      <View style={{ flex: 1 }}>
        {shownId !== undefined && <DetailBeside key={shownId} id={shownId} onGo={setOpenId} />}
      </View>
    </View>
  )
}

/** Rows move when somebody asks for it, or by themselves while the list is at its top and nobody selects. */
function NewIssues({ mayApply }: { mayApply: boolean }) {
  const colors = useColors()
  const count = useWaitingIssues()
  useEffect(() => {
    if (count === 0 || !mayApply) return
    const timer = setTimeout(showWaitingIssues, 2000)
    return () => clearTimeout(timer)
  }, [count, mayApply])
  if (count === 0) return null
  return (
    <Pressable
      role="button"
      aria-label={t('Show {{count, number}} new issues', { count })}
      onPress={showWaitingIssues}
      style={{
        position: 'absolute',
        // Below the line of choices, which stands on top of the list.
        top: 62,
        alignSelf: 'center',
        minHeight: 44,
        flexDirection: 'row',
        alignItems: 'center',
        gap: 6,
        paddingHorizontal: 16,
        borderRadius: 22,
        backgroundColor: colors.accent,
        boxShadow: '0 4px 16px rgba(0, 0, 0, .18)',
      }}
    >
      <ArrowUp size={iconSize(16)} color={colors.onAccent} />
      <Txt kind="label" color="onAccent">
        {t('{{count, number}} new', { count })}
      </Txt>
    </Pressable>
  )
}
