import { formatRecentTime, shortCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useIsFocused, useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Chips } from '../../components/chips'
import { Boxes, Inbox as InboxIcon, Plus } from '../../components/icons'
import { Bar } from '../../components/screen'
import { Empty } from '../../components/states'
import { SubscriptionStrip } from '../../features/account/subscription-strip'
import { OpenAlerts } from '../../features/alerts/open-alerts'
import { Answer, inbox, useArrangement } from '../../features/issues/answer'
import { IssueList } from '../../features/issues/issue-list'
import { countQuery, type IssueFilter } from '../../features/issues/queries'
import { RecentButton } from '../../features/issues/recent-steps'
import { projectsQuery } from '../../features/projects/queries'
import { useMay } from '../../lib/account'
import { storage } from '../../lib/storage'
import { useColors } from '../../theme'

const views = { new: 'is:new', regressed: 'is:regressed', escalating: 'is:escalating', mine: 'assigned:me' } as const
type InboxView = 'now' | keyof typeof views

const filterOf = (view: InboxView): IssueFilter =>
  view === 'now' ? inbox : { projectId: undefined, query: views[view] }

/** An answer to «is it burning?»: issues of all projects that deserve a decision, by what changed about them. */
export default function Inbox() {
  const colors = useColors()
  const router = useRouter()
  const projects = useQuery(projectsQuery)
  const may = useMay()
  const [view, setView] = useState<InboxView>('now')
  const [lastLook] = useState(() => {
    const before = storage.get('last-look')
    storage.set('last-look', new Date().toISOString())
    return before
  })
  const labels: Record<InboxView, string> = {
    now: t('Now'),
    new: t('New'),
    regressed: t('Regressed'),
    escalating: t('Escalating'),
    mine: t('Mine'),
  }
  const names = Object.keys(views) as (keyof typeof views)[]
  const isFocused = useIsFocused()
  const counts = useQueries({
    queries: names.map((name) => ({ ...countQuery(filterOf(name)), subscribed: isFocused })),
  })
  const choices = [
    { value: 'now' as InboxView, label: labels.now },
    ...names.map((value, index) => {
      const count = counts[index]?.data ?? 0
      return { value: value as InboxView, label: labels[value], ...(count === 0 ? {} : { count: shortCount(count) }) }
    }),
  ]
  const arrange = useArrangement()
  const isWithoutProject = projects.data?.length === 0
  return (
    <View role="main" style={{ flex: 1, backgroundColor: colors.bg }}>
      <Bar title={t('Inbox')} isLarge right={<RecentButton />} />
      <SubscriptionStrip />
      {isWithoutProject ? (
        <Empty icon={Boxes} title={t('No project yet')} text={t('A project is one app that sends errors.')}>
          {may('project:write') && (
            <Button kind="main" icon={Plus} label={t('Create project')} onPress={() => router.push('/projects/new')} />
          )}
        </Empty>
      ) : (
        <IssueList
          key={view}
          filter={filterOf(view)}
          {...(view === 'now' ? { arrange } : {})}
          header={
            <>
              <Answer newCount={counts[0]?.data} />
              <OpenAlerts />
              <Chips label={t('Inbox')} choices={choices} value={view} onChange={setView} />
            </>
          }
          empty={
            <Empty
              icon={InboxIcon}
              title={
                lastLook === undefined
                  ? t('Nothing here.')
                  : t('Nothing since {{time}}.', { time: formatRecentTime(lastLook, Date.now()) })
              }
              text={t('Issues that are new, came back or grow appear here.')}
            />
          }
        />
      )}
    </View>
  )
}
