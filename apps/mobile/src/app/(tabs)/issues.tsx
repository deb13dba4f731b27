import { shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useDeferredValue, useState } from 'react'
import { Pressable, TextInput, View } from 'react-native'
import { Button, IconButton } from '../../components/button'
import { Chips } from '../../components/chips'
import { ArrowDownWideNarrow, ChevronDown, CircleCheck, SearchX } from '../../components/icons'
import { Bar } from '../../components/screen'
import { Choice, Sheet } from '../../components/sheet'
import { Empty } from '../../components/states'
import { Txt } from '../../components/txt'
import { IssueList } from '../../features/issues/issue-list'
import { type IssueFilter, issuesQuery, type Status, statuses } from '../../features/issues/queries'
import { projectsQuery } from '../../features/projects/queries'
import { useColors } from '../../theme'
import { sans } from '../../theme/fonts'

type Sort = NonNullable<IssueFilter['sort']>

export default function Issues() {
  const colors = useColors()
  const router = useRouter()
  const { project: projectId } = useLocalSearchParams<{ project?: string }>()
  const projects = useQuery(projectsQuery)
  const [status, setStatus] = useState<Status>('unresolved')
  const [sort, setSort] = useState<Sort>('last_seen')
  const [text, setText] = useState('')
  const [sheet, setSheet] = useState<'project' | 'sort'>()
  const query = useDeferredValue(text.trim())
  const filter: IssueFilter = { projectId, status, sort, ...(query === '' ? {} : { query }) }
  const counts = useInfiniteQuery(issuesQuery(filter)).data?.pages[0]?.status_counts
  const name = projects.data?.find(({ id }) => id === projectId)?.name
  const labels = {
    unresolved: t('Unresolved'),
    snoozed: t('Snoozed'),
    resolved: t('Resolved'),
    ignored: t('Ignored'),
  }
  const emptyTitles = {
    unresolved: t('No unresolved issues.'),
    snoozed: t('No snoozed issues.'),
    resolved: t('No resolved issues.'),
    ignored: t('No ignored issues.'),
  }
  const sorts: { value: Sort; label: string }[] = [
    { value: 'last_seen', label: t('Last seen') },
    { value: 'first_seen', label: t('First seen') },
    { value: 'events', label: t('Events') },
    { value: 'users', label: t('Users') },
  ]
  const close = () => setSheet(undefined)
  const choose = (id: string | undefined) => {
    router.setParams({ project: id })
    close()
  }
  return (
    <View role="main" style={{ flex: 1, backgroundColor: colors.bg }}>
      <Bar
        title={t('Issues')}
        isLarge
        right={
          <>
            <Pressable
              role="button"
              aria-label={`${t('Project')}: ${name ?? t('All projects')}`}
              onPress={() => setSheet('project')}
              style={{ minHeight: 44, maxWidth: 180, flexDirection: 'row', alignItems: 'center', gap: 2, padding: 8 }}
            >
              <Txt kind="label" color="text2" numberOfLines={1} style={{ flexShrink: 1 }}>
                {name ?? t('All projects')}
              </Txt>
              <ChevronDown size={16} color={colors.text3} />
            </Pressable>
            <IconButton label={t('Sort')} icon={ArrowDownWideNarrow} onPress={() => setSheet('sort')} />
          </>
        }
      />
      <View style={{ paddingHorizontal: 12, paddingBottom: 4 }}>
        <TextInput
          role="searchbox"
          aria-label={t('Search issues')}
          placeholder={t('Search, such as level:fatal')}
          placeholderTextColor={colors.text3}
          value={text}
          onChangeText={setText}
          autoCapitalize="none"
          autoCorrect={false}
          clearButtonMode="while-editing"
          inputMode="search"
          style={[
            {
              minHeight: 44,
              borderRadius: 10,
              paddingHorizontal: 14,
              fontSize: 16,
              color: colors.text,
              backgroundColor: colors.pressed,
            },
            sans(400),
          ]}
        />
      </View>
      <IssueList
        key={JSON.stringify([projectId, status, sort])}
        filter={filter}
        header={
          <Chips
            label={t('Status')}
            value={status}
            onChange={setStatus}
            choices={statuses.map((value) => ({
              value,
              label: labels[value],
              ...(counts === undefined ? {} : { count: shortCount(counts[value]) }),
            }))}
          />
        }
        empty={
          query === '' ? (
            <Empty icon={CircleCheck} title={emptyTitles[status]} />
          ) : (
            <Empty icon={SearchX} title={t('No issue matches.')}>
              <Button label={t('Clear search')} onPress={() => setText('')} />
            </Empty>
          )
        }
      />
      <Sheet title={t('Project')} isOpen={sheet === 'project'} onClose={close}>
        <Choice label={t('All projects')} isChecked={projectId === undefined} onPress={() => choose(undefined)} />
        {(projects.data ?? []).map((one) => (
          <Choice key={one.id} label={one.name} isChecked={one.id === projectId} onPress={() => choose(one.id)} />
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
