import { rangeText } from '@bugle/client-state/range-text'
import { isNarrowed, toIssueSearch } from '@bugle/client-state/search'
import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { withoutOpenTerm } from '@bugle/presentation/term-at'
import { type IssueSort, type IssueStatus, issueSorts, issueStatuses } from '@bugle/protocol/vocabulary'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useIsFocused, useLocalSearchParams, useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { Button, IconButton } from '../../components/button'
import { Chips } from '../../components/chips'
import { ArrowDownWideNarrow, Bookmark, CircleCheck, SearchX, SlidersHorizontal } from '../../components/icons'
import { Bar } from '../../components/screen'
import { Choice, Sheet } from '../../components/sheet'
import { Empty } from '../../components/states'
import { FilterSheet, narrowingLabels, shownValue, useAssignees } from '../../features/issues/filter-sheet'
import { IssueList } from '../../features/issues/issue-list'
import { type IssueFilter, issuesQuery, type Narrowings, narrowings } from '../../features/issues/queries'
import { RecentButton } from '../../features/issues/recent-steps'
import { SearchField } from '../../features/issues/search-field'
import { ViewsSheet } from '../../features/issues/views-sheet'
import { type Project, projectsQuery } from '../../features/projects/queries'
import { useOrganizationNames } from '../../lib/account'
import { useSettled } from '../../lib/use-settled'
import { useColors } from '../../theme'

/** The issues of a project or of all, by status, search and filters. */
export default function Issues() {
  const colors = useColors()
  const shown = useShownFilter()
  const { projectId, filter, status, narrowed, isNarrowed } = shown
  const projects = useQuery(projectsQuery).data ?? []
  const [sheet, setSheet] = useState<OpenSheet>()
  const isFocused = useIsFocused()
  const counts = useInfiniteQuery({ ...issuesQuery(filter), subscribed: isFocused }).data?.pages[0]?.status_counts
  const name = projects.find(({ id }) => id === projectId)?.name ?? t('All projects')
  const close = () => setSheet(undefined)
  const texts = statusTexts()
  return (
    <View role="main" style={{ flex: 1, backgroundColor: colors.bg }}>
      <Bar
        title={name}
        isLarge
        choose={{ label: `${t('Project')}: ${name}`, run: () => setSheet('project') }}
        right={
          <>
            <RecentButton />
            <SheetButtons projectId={projectId} narrowed={narrowed} onOpen={setSheet} />
          </>
        }
      />
      <SearchField projectId={projectId} value={shown.text} onChange={shown.setText} />
      <IssueList
        key={JSON.stringify([projectId, status, shown.sort, narrowed])}
        filter={filter}
        header={
          <Chips
            label={t('Status')}
            value={status}
            onChange={shown.setStatus}
            choices={issueStatuses.map((value) => ({
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
              <Button label={t('Clear search and filters')} onPress={shown.clear} />
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
        onChange={shown.setNarrowed}
        onClose={close}
      />
      <ViewsSheet filter={filter} isOpen={sheet === 'views'} onChoose={shown.show} onClose={close} />
      <ProjectSheet
        projects={projects}
        value={projectId}
        isOpen={sheet === 'project'}
        onChoose={shown.chooseProject}
        onClose={close}
      />
      <SortSheet value={shown.sort} isOpen={sheet === 'sort'} onChoose={shown.setSort} onClose={close} />
    </View>
  )
}

/** The filter of the list that is shown, and every way to change it. */
function useShownFilter() {
  const router = useRouter()
  const { project: projectId } = useLocalSearchParams<{ project?: string }>()
  const [status, setStatus] = useState<IssueStatus>('unresolved')
  const [sort, setSort] = useState<IssueSort>('last_seen')
  const [text, setText] = useState('')
  const [narrowed, setNarrowed] = useState<Narrowings>({})
  const query = useSettled(withoutOpenTerm(text.trim()))
  const search = toIssueSearch({ status, sort, query, ...narrowed })
  const filter: IssueFilter = { projectId, ...search }
  const chooseProject = (id: string | undefined) => {
    router.setParams({ project: id })
    // Releases and environments are those of one project.
    const { environment: _, release: __, ...others } = narrowed
    setNarrowed(others)
  }
  /** Shows the list of a saved view. */
  const show = (next: IssueFilter) => {
    const { projectId: _, status: shownStatus, sort: order, query: words, ...others } = next
    setStatus(shownStatus ?? 'unresolved')
    setSort(order ?? 'last_seen')
    setText(words ?? '')
    setNarrowed(others)
  }
  const clear = () => {
    setText('')
    setNarrowed({})
  }
  return {
    projectId,
    filter,
    status,
    sort,
    text,
    narrowed,
    isNarrowed: isNarrowed(search),
    setStatus,
    setSort,
    setText,
    setNarrowed,
    chooseProject,
    show,
    clear,
  }
}

type OpenSheet = 'project' | 'sort' | 'filters' | 'views'

interface SheetButtonsProps {
  projectId: string | undefined
  narrowed: Narrowings
  onOpen: (sheet: OpenSheet) => void
}

function SheetButtons({ projectId, narrowed, onOpen }: SheetButtonsProps) {
  const labels = narrowingLabels()
  const assignees = useAssignees(narrowed.assignee === undefined ? undefined : projectId)
  const values = narrowings.flatMap((one) => {
    const value = narrowed[one]
    return value === undefined ? [] : [`${labels[one]} ${shownValue(one, value, assignees)}`]
  })
  const active = [...values, rangeText(narrowed)].filter((one) => one !== undefined)
  return (
    <>
      <IconButton
        label={active.length === 0 ? t('Filters') : `${t('Filters')}: ${active.join(', ')}`}
        icon={SlidersHorizontal}
        {...(active.length === 0 ? {} : { count: active.length })}
        onPress={() => onOpen('filters')}
      />
      <IconButton label={t('Saved views')} icon={Bookmark} onPress={() => onOpen('views')} />
      <IconButton label={t('Sort')} icon={ArrowDownWideNarrow} onPress={() => onOpen('sort')} />
    </>
  )
}

interface ChoiceSheetProps<Value> {
  value: Value
  isOpen: boolean
  onChoose: (value: Value) => void
  onClose: () => void
}

function ProjectSheet({
  projects,
  value,
  isOpen,
  onChoose,
  onClose,
}: ChoiceSheetProps<string | undefined> & { projects: Project[] }) {
  const organizations = useOrganizationNames()
  const choose = (id: string | undefined) => {
    onChoose(id)
    onClose()
  }
  return (
    <Sheet title={t('Project')} isOpen={isOpen} onClose={onClose}>
      <Choice label={t('All projects')} isChecked={value === undefined} onPress={() => choose(undefined)} />
      {projects.map(({ id, name, organization_id }) => (
        <Choice
          key={id}
          label={name}
          {...(organizations.size > 1 && { detail: organizations.get(organization_id) ?? '' })}
          isChecked={id === value}
          onPress={() => choose(id)}
        />
      ))}
    </Sheet>
  )
}

function SortSheet({ value, isOpen, onChoose, onClose }: ChoiceSheetProps<IssueSort>) {
  const sorts: Record<IssueSort, string> = {
    last_seen: t('Last seen'),
    first_seen: t('First seen'),
    events: t('Events'),
    users: t('Users'),
    change: t('Change against the usual'),
  }
  return (
    <Sheet title={t('Sort')} isOpen={isOpen} onClose={onClose}>
      {issueSorts.map((sort) => (
        <Choice
          key={sort}
          label={sorts[sort]}
          isChecked={sort === value}
          onPress={() => {
            onChoose(sort)
            onClose()
          }}
        />
      ))}
    </Sheet>
  )
}

const statusTexts = (): Record<IssueStatus, { label: string; none: string }> => ({
  unresolved: { label: t('Unresolved'), none: t('No unresolved issues.') },
  snoozed: { label: t('Snoozed'), none: t('No snoozed issues.') },
  resolved: { label: t('Resolved'), none: t('No resolved issues.') },
  ignored: { label: t('Ignored'), none: t('No ignored issues.') },
})
