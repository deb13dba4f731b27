import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BarChart } from '../../../components/bar-chart.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Section } from '../../../components/section.tsx'
import { TimeRangeChoice } from '../../../components/time-range-choice.tsx'
import { remember } from '../../../lib/preferences.ts'
import { type ChartRange, chartRanges, chosenChartRange, type Issue, statsQuery } from '../queries.ts'

/** Events over time, with the releases of the project. */
export function IssueChart({ issue: { id: issueId, first_seen } }: { issue: Issue }) {
  const [range, setRange] = useState(chosenChartRange)
  const stats = useQuery(statsQuery(issueId, range))
  const label = t('Events over time')
  const choose = (next: ChartRange) => {
    setRange(next)
    remember('bugle-chart', next)
  }
  return (
    <Section
      title={label}
      aside={
        <>
          {/* Where it covers the whole issue, the number stands beside it already, and is newer. */}
          {stats.data !== undefined && Date.parse(first_seen) < Date.parse(stats.data.buckets[0] ?? '') && (
            <span className="text-12 text-text-3 tabular-nums">
              {t('{{count, number}} events', { count: stats.data.total })}
            </span>
          )}
          <span className="grow" />
          <TimeRangeChoice value={range} options={chartRanges} onChange={choose} />
        </>
      }
    >
      <Loaded query={stats} name={t('the chart')} waiting={<div className="skeleton h-26" />}>
        {({ buckets, interval, series, releases }) => (
          <BarChart
            {...{ label, buckets, interval }}
            series={series.map(({ key, counts }) => ({ key, label: t('Events'), fill: 'fill-chart-bar', counts }))}
            marks={releases.map(({ version, first_seen }) => ({ at: first_seen, label: oneLine(version) }))}
            height={96}
          />
        )}
      </Loaded>
    </Section>
  )
}
