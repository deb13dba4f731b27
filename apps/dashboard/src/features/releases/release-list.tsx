import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Diff, Package } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Notice } from '../../components/notice.tsx'
import { lazyPart } from '../../lib/lazy-code.ts'
import { projectStatsQuery } from '../../lib/project-stats.ts'
import { type Release, releaseHealthQuery, releaseListQuery } from './queries.ts'
import { ReleaseRow, rowColumns } from './release-row.tsx'
import { chartHours, ReleasesChart } from './releases-chart.tsx'

const CompareReleases = lazyPart(() => import('./compare-releases.tsx'), 'CompareReleases')

/** The releases of a project, newest first, below their events by day. */
export function ReleaseList({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(releaseListQuery(projectId))
  return (
    <>
      <Loaded query={list} name={t('the releases')} waiting={<div className="skeleton h-64" />}>
        {({ pages }) => {
          const releases = pages.flatMap((page) => page.releases)
          return releases.length === 0 ? (
            <Notice
              icon={Package}
              text={t('No release yet. Set the SDK’s option {{option}}, and each event names its release.', {
                option: 'release',
              })}
            />
          ) : (
            <>
              <ReleasesChart projectId={projectId} releases={releases} />
              <Rows projectId={projectId} releases={releases} />
            </>
          )
        }}
      </Loaded>
      <LoadMore list={list} />
    </>
  )
}

function Rows({ projectId, releases }: { projectId: string; releases: Release[] }) {
  const health = useQuery(releaseHealthQuery(projectId)).data ?? []
  const stats = useQuery(projectStatsQuery(projectId, 'release', chartHours)).data
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isComparing, setComparing] = useState(false)
  const days = new Map(stats?.series.map(({ key, counts }) => [key, counts]))
  const toggle = (version: string) =>
    setChosen((known) =>
      known.includes(version) ? known.filter((one) => one !== version) : [...known.slice(-1), version],
    )
  const pair = releases.filter(({ version }) => chosen.includes(version))
  return (
    <div className="grid gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-3 text-12 text-text-3 phone:hidden">
        {t('Choose two to compare them.')}
        {pair.length === 2 && (
          <Button onClick={() => setComparing(true)}>
            <Diff size={14} aria-hidden />
            {t('Compare')}
          </Button>
        )}
      </div>
      <div className="rounded-card border border-border bg-surface">
        <div
          className={`${rowColumns} rounded-t-card border-b border-border bg-sunken py-1.5 text-12 text-text-3 phone:hidden`}
        >
          <span>
            <span className="sr-only">{t('Choose')}</span>
          </span>
          <span>{t('Release')}</span>
          <span title={t('Share of the sessions of its environment in 14 days')}>{t('Adoption')}</span>
          <span title={t('Sessions without a crash, and the difference in points from the release before')}>
            {t('Crash-free')}
          </span>
          <span>{t('14 days')}</span>
          <span className="text-right">{t('New')}</span>
          <span className="text-right">{t('Regressed')}</span>
          <span>
            <span className="sr-only">{t('Files')}</span>
          </span>
        </div>
        <ul>
          {releases.map((release, index) => (
            <ReleaseRow
              key={release.version}
              {...{ projectId, release, releases, index, health }}
              days={days.get(release.version)}
              isChosen={chosen.includes(release.version)}
              onChoose={() => toggle(release.version)}
            />
          ))}
        </ul>
      </div>
      {isComparing && pair.length === 2 && (
        <Suspense>
          <CompareReleases {...{ projectId, health, pair }} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </div>
  )
}
