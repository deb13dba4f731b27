import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LoadFailed } from '../components/notice.tsx'
import { type TimeRange, TimeRangeChoice, timeRangeHours } from '../components/time-range-choice.tsx'
import { OverviewChart } from '../features/projects/overview-chart.tsx'
import { TopIssues, type TopIssuesProps } from '../features/projects/overview-issues.tsx'
import { Outcomes } from '../features/projects/overview-outcomes.tsx'
import { Releases } from '../features/projects/overview-releases.tsx'
import { projectQuery } from '../features/projects/queries.ts'
import { remember } from '../lib/preferences.ts'
import { useTitle } from '../lib/use-title.ts'

const timeRanges = Object.keys(timeRangeHours) as TimeRange[]

/** Overview of a project: events over time, new and regressed issues, releases and refused events. */
export function OverviewScreen() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/overview' })
  const { since = '14d', by = 'level' } = useSearch({ from: '/signed-in/projects/$projectId/overview' })
  const navigate = useNavigate({ from: '/projects/$projectId/overview' })
  const project = useQuery(projectQuery(projectId))
  useTitle(t('Overview'), project.data?.name)
  useEffect(() => remember('bugle-project', projectId), [projectId])
  const hours = timeRangeHours[since]
  const put = (search: { since?: TimeRange; by?: typeof by }) =>
    void navigate({
      search: (former) => {
        const next = { ...former, ...search }
        return { since: next.since === '14d' ? undefined : next.since, by: next.by === 'level' ? undefined : next.by }
      },
      replace: true,
      resetScroll: false,
    })
  if (project.isLoadingError)
    return <LoadFailed name={t('the project')} error={project.error} retry={() => void project.refetch()} />
  return (
    <div className="mx-auto grid max-w-[90rem] gap-8 p-6 phone:gap-6 phone:p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-20 font-semibold">{t('Overview')}</h1>
        <TimeRangeChoice value={since} options={timeRanges} onChange={(next) => put({ since: next })} />
      </div>
      <OverviewChart
        projectId={projectId}
        hours={hours}
        by={by}
        onBy={(next) => put({ by: next })}
        onZoom={(from, to) =>
          void navigate({
            to: '/projects/$projectId/issues',
            params: { projectId },
            search: { from: from.toISOString(), to: to.toISOString() },
          })
        }
      />
      <div className="grid grid-cols-2 items-start gap-8 max-lg:grid-cols-1 phone:gap-6">
        {topIssues(hours).map((one) => (
          <TopIssues key={one.title} projectId={projectId} {...one} />
        ))}
        <Releases projectId={projectId} />
        {project.data !== undefined && <Outcomes project={project.data} hours={hours} />}
      </div>
    </div>
  )
}

/** Searches of the overview's lists. */
function topIssues(hours: number): Omit<TopIssuesProps, 'projectId'>[] {
  const quiet = t('No events in this time range.')
  return [
    {
      title: t('New'),
      search: { query: 'is:new', sort: 'first_seen' },
      figure: 'last_seen',
      empty: t('No new issues.'),
    },
    { title: t('Regressed'), search: { query: 'is:regressed' }, figure: 'last_seen', empty: t('No regressions.') },
    { title: t('Most events'), search: { sort: 'events' }, hours, figure: 'count', empty: quiet },
    { title: t('Most users, all time'), search: { sort: 'users' }, hours, figure: 'users', empty: quiet },
  ]
}
