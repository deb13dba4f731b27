import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useDeferredValue, useState } from 'react'
import { View } from 'react-native'
import { Button, IconButton } from '../../components/button'
import { Chips } from '../../components/chips'
import { ArrowDownWideNarrow, Bookmark, CircleCheck, SearchX, SlidersHorizontal } from '../../components/icons'
import { Bar } from '../../components/screen'
import { Choice, Sheet } from '../../components/sheet'
import { Empty } from '../../components/states'
import { FilterSheet, narrowingLabels, shownValue } from '../../features/issues/filter-sheet'
import { IssueList } from '../../features/issues/issue-list'
import {
  type IssueFilter,
  issuesQuery,
  type Narrowings,
  narrowings,
  type Sort,
  type Status,
  statuses,
} from '../../features/issues/queries'
import { SearchField } from '../../features/issues/search-field'
import { ViewsSheet } from '../../features/issues/views-sheet'
import { projectsQuery } from '../../features/projects/queries'
import { useOrganizationNames } from '../../lib/permissions'
import { useColors } from '../../theme'

/** The issues of a project or of all, by status, search and filters. */
export default function Issues() {
  const colors = useColors()
  const router = useRouter()
  const { project: projectId } = useLocalSearchParams<{ project?: string }>()
  const projects = useQuery(projectsQuery)
  const organizations = useOrganizationNames()
  const [status, setStatus] = useState<Status>('unresolved')
  const [sort, setSort] = useState<Sort>('last_seen')
  const [text, setText] = useState('')
  const [narrowed, setNarrowed] = useState<Narrowings>({})
  const [sheet, setSheet] = useState<'project' | 'sort' | 'filters' | 'views'>()
  const query = useDeferredValue(text.trim())
  const filter: IssueFilter = { projectId, status, sort, ...narrowed, ...(query === '' ? {} : { query }) }
  const counts = useInfiniteQuery(issuesQuery(filter)).data?.pages[0]?.status_counts
  const name = projects.data?.find(({ id }) => id === projectId)?.name ?? t('All projects')
  const isNarrowed = query !== '' || Object.keys(narrowed).length > 0
  const close = () => setSheet(undefined)
  const choose = (id: string | undefined) => {
    router.setParams({ project: id })
    // Releases and environments are those of one project.
    const { environment: _, release: __, ...others } = narrowed
    setNarrowed(others)
    close()
  }
  const show = (next: IssueFilter) => {
    setStatus(next.status ?? 'unresolved')
    setSort(next.sort ?? 'last_seen')
    setText(next.query ?? '')
    setNarrowed(Object.fromEntries(narrowings.flatMap((one) => (next[one] === undefined ? [] : [[one, next[one]]]))))
  }
  const clear = () => {
    setText('')
    setNarrowed({})
  }
  const texts = statusTexts()
  const sorts: { value: Sort; label: string }[] = [
    { value: 'last_seen', label: t('Last seen') },
    { value: 'first_seen', label: t('First seen') },
    { value: 'events', label: t('Events') },
    { value: 'users', label: t('Users') },
  ]
  const active = narrowings.filter((one) => narrowed[one] !== undefined)
  const filtersLabel =
    active.length === 0
      ? t('Filters')
      : `${t('Filters')}: ${active.map((one) => `${narrowingLabels()[one]} ${shownValue(one, narrowed[one]!)}`).join(', ')}`
  return (
    <View role="main" style={{ flex: 1, backgroundColor: colors.bg }}>
      <Bar
        title={name}
        isLarge
        choose={{ label: `${t('Project')}: ${name}`, run: () => setSheet('project') }}
        right={
          <>
            <IconButton
              label={filtersLabel}
              icon={SlidersHorizontal}
              {...(active.length === 0 ? {} : { count: active.length })}
              onPress={() => setSheet('filters')}
            />
            <IconButton label={t('Saved views')} icon={Bookmark} onPress={() => setSheet('views')} />
            <IconButton label={t('Sort')} icon={ArrowDownWideNarrow} onPress={() => setSheet('sort')} />
          </>
        }
      />
      <SearchField projectId={projectId} value={text} onChange={setText} />
      <IssueList
        key={JSON.stringify([projectId, status, sort, narrowed])}
        filter={filter}
        header={
          <Chips
            label={t('Status')}
            value={status}
            onChange={setStatus}
            choices={statuses.map((value) => ({
              value,
              label: texts[value].label,
              ...(counts === undefined ? {} : { count: shortCount(counts[value]) }),
            }))}
          />
        }
        {...(counts === undefined ? {} : { total: counts[status] })}
        empty={
          isNarrowed ? (
            <Empty icon={SearchX} title={t('No issue matches.')}>
              <Button label={t('Clear search and filters')} onPress={clear} />
            </Empty>
          ) : (
            <Empty icon={CircleCheck} title={texts[status].none} />
          )
        }
      />
      <FilterSheet
        projectId={projectId}
        value={narrowed}
        isOpen={sheet === 'filters'}
        onChange={setNarrowed}
        onClose={close}
      />
      <ViewsSheet filter={filter} isOpen={sheet === 'views'} onChoose={show} onClose={close} />
      <Sheet title={t('Project')} isOpen={sheet === 'project'} onClose={close}>
        <Choice label={t('All projects')} isChecked={projectId === undefined} onPress={() => choose(undefined)} />
        {(projects.data ?? []).map((one) => (
          <Choice
            key={one.id}
            label={one.name}
            {...(organizations.size > 1 && { detail: organizations.get(one.organization_id) ?? '' })}
            isChecked={one.id === projectId}
            onPress={() => choose(one.id)}
          />
        ))}
      </Sheet>
      <Sheet title={t('Sort')} isOpen={sheet === 'sort'} onClose={close}>
        {sorts.map((one) => (
          <Choice
            key={one.value}
            label={one.label}
            isChecked={one.value === sort}
            onPress={() => {
              setSort(one.value)
              close()
            }}
          />
        ))}
      </Sheet>
    </View>
  )
}

const statusTexts = (): Record<Status, { label: string; none: string }> => ({
  unresolved: { label: t('Unresolved'), none: t('No unresolved issues.') },
  snoozed: { label: t('Snoozed'), none: t('No snoozed issues.') },
  resolved: { label: t('Resolved'), none: t('No resolved issues.') },
  ignored: { label: t('Ignored'), none: t('No ignored issues.') },
})
