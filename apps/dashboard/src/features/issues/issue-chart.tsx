import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BarChart } from '../../components/bar-chart.tsx'
import { Section } from '../../components/section.tsx'
import { Segments } from '../../components/segments.tsx'
import { oneLine } from '../../lib/format.ts'
import { recall, remember } from '../../lib/remembered.ts'
import { t } from '../../lib/words.ts'
import { statsQuery } from './queries.ts'

const stretches = { '24h': 24, '7d': 168, '14d': 336, '90d': 2160 } as const
type Stretch = keyof typeof stretches
const names = Object.keys(stretches) as Stretch[]

/** When it happened, with the releases of the project. */
export function IssueChart({ issueId }: { issueId: string }) {
  const [stretch, setStretch] = useState<Stretch>(() => names.find((name) => name === recall('bugle-chart')) ?? '14d')
  const stats = useQuery(statsQuery(issueId, stretches[stretch]))
  const label = t('Events over time')
  const choose = (next: Stretch) => {
    setStretch(next)
    remember('bugle-chart', next)
  }
  return (
    <Section
      title={label}
      aside={
        <>
          {stats.data !== undefined && (
            <span className="text-12 text-text-3 tabular-nums">
              {t('{{count, number}} events', { count: stats.data.total })}
            </span>
          )}
          <span className="grow" />
          <Segments
            label={t('Of how long')}
            value={stretch}
            options={names.map((value) => ({ value, label: stretchLabel(value) }))}
            onChange={choose}
          />
        </>
      }
    >
      {stats.data === undefined ? (
        <div className="skeleton h-30" />
      ) : (
        <BarChart
          label={label}
          buckets={stats.data.buckets}
          interval={stats.data.interval}
          series={stats.data.series.map(({ key, counts }) => ({
            key,
            label: t('Events'),
            fill: 'fill-chart-bar',
            counts,
          }))}
          marks={stats.data.releases.map(({ version, first_seen }) => ({ at: first_seen, label: oneLine(version) }))}
          height={112}
        />
      )}
    </Section>
  )
}

function stretchLabel(stretch: Stretch): string {
  return { '24h': t('24 h'), '7d': t('7 d'), '14d': t('14 d'), '90d': t('90 d') }[stretch]
}
