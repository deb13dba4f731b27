import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { BarChart } from '../../components/bar-chart.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { toSeries } from '../../components/stats-series.ts'
import { projectStatsQuery } from '../../lib/project-stats.ts'
import type { Release } from './queries.ts'

/** 30 days. */
export const chartHours = 720

/** Events per day, stacked by release, with their deploys; without any, with the first event of each release. */
export function ReleasesChart({ projectId, releases }: { projectId: string; releases: readonly Release[] }) {
  const stats = useQuery(projectStatsQuery(projectId, 'release', chartHours))
  const label = t('Events per day by release')
  return (
    <section aria-label={label} className="rounded-card border border-border bg-surface p-4 phone:hidden">
      <Loaded query={stats} name={t('the chart')} waiting={<div className="skeleton h-40" />}>
        {({ series, buckets, interval, releases: seen }) => {
          const layers = toSeries(series, 'release')
          const deploys = releases.flatMap(({ version, deploys: of }) =>
            of.map(({ environment, finished_at }) => ({
              at: finished_at,
              label: oneLine(`${version} → ${environment}`),
            })),
          )
          const first = seen.map(({ version, first_seen }) => ({ at: first_seen, label: oneLine(version) }))
          return (
            <>
              <BarChart
                {...{ label, buckets, interval }}
                series={layers}
                marks={deploys.length > 0 ? deploys : first}
                height={160}
              />
              <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-text-2">
                {layers.map(({ key, label: name, fill }) => (
                  <li key={key} className="flex min-w-0 items-center gap-1.5">
                    <svg width="10" height="10" aria-hidden="true" className="shrink-0">
                      <rect width="10" height="10" rx="2" className={fill} />
                    </svg>
                    <span className="from-event truncate font-mono" dir="auto">
                      {name}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
