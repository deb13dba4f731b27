import type { Schemas } from '@bugle/api-client'
import { exactCount, formatShare, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type StatsGrouping, statsGroupings } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BarChart } from '../../components/bar-chart.tsx'
import type { ChartSeries } from '../../components/chart-series.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Section } from '../../components/section.tsx'
import { Segments } from '../../components/segments.tsx'
import { toSeries } from '../../components/stats-series.ts'
import { projectStatsQuery } from '../../lib/project-stats.ts'

interface OverviewChartProps {
  projectId: string
  hours: number
  by: StatsGrouping
  onBy: (by: StatsGrouping) => void
  /** Called with a range that was dragged in the chart. */
  onZoom: (from: Date, to: Date) => void
}

/** All events of the project over time, stacked. */
export function OverviewChart({ projectId, hours, by, onBy, onZoom }: OverviewChartProps) {
  const stats = useQuery(projectStatsQuery(projectId, by, hours))
  const labels: Record<StatsGrouping, string> = {
    level: t('Level'),
    release: t('Release'),
    environment: t('Environment'),
    platform: t('Platform'),
  }
  return (
    <Section
      title={t('Events')}
      aside={
        <>
          {stats.data !== undefined && (
            <span className="text-12 text-text-3 tabular-nums">{exactCount(stats.data.total)}</span>
          )}
          <span className="grow" />
          <Segments
            label={t('Group by')}
            value={by}
            options={statsGroupings.map((value) => ({ value, label: labels[value] }))}
            onChange={onBy}
          />
        </>
      }
    >
      <div className="rounded-card border border-border bg-surface p-4">
        <Loaded query={stats} name={t('the chart')} waiting={<div className="skeleton h-44" />}>
          {(data) => (
            <Layers label={t('Events by {{grouping}}', { grouping: labels[by] })} {...{ stats: data, by, onZoom }} />
          )}
        </Loaded>
      </div>
    </Section>
  )
}

interface LayersProps extends Pick<OverviewChartProps, 'by' | 'onZoom'> {
  label: string
  stats: Schemas['Stats']
}

/** The chart and its legend, in which one series can be isolated. */
function Layers({ label, stats: { series, buckets, interval, releases }, by, onZoom }: LayersProps) {
  const [isolated, setIsolated] = useState<string>()
  const all = toSeries(series, by)
  const shown = all.some(({ key }) => key === isolated) ? all.filter(({ key }) => key === isolated) : all
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_14rem] gap-6 max-lg:grid-cols-1">
      <BarChart
        {...{ label, buckets, interval, onZoom }}
        series={shown}
        marks={releases.map(({ version, first_seen }) => ({ at: first_seen, label: oneLine(version) }))}
        height={176}
      />
      <Legend series={all} isolated={isolated} onIsolate={(key) => setIsolated(key === isolated ? undefined : key)} />
    </div>
  )
}

interface LegendProps {
  series: ChartSeries[]
  isolated: string | undefined
  onIsolate: (key: string) => void
}

/** The series with their totals; clicking one isolates it. */
function Legend({ series, isolated, onIsolate }: LegendProps) {
  const totals = series.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  const whole = totals.reduce((sum, total) => sum + total, 0)
  return (
    <ul className="grid content-start gap-0.5">
      {series.map(({ key, label, fill }, index) => (
        <li key={key}>
          <button
            type="button"
            aria-pressed={isolated === key}
            onClick={() => onIsolate(key)}
            className={`flex min-h-7 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-sunken aria-pressed:bg-pressed coarse:min-h-11 ${isolated === undefined || isolated === key ? '' : 'opacity-45'}`}
          >
            <svg width="10" height="10" aria-hidden="true" className="shrink-0">
              <rect width="10" height="10" rx="2" className={fill} />
            </svg>
            <span className="from-event min-w-0 grow truncate" dir="auto">
              {label}
            </span>
            <span className="tabular-nums">{exactCount(totals[index]!)}</span>
            <span className="w-10 text-right text-12 text-text-3 tabular-nums">
              {formatShare(totals[index]!, whole)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
