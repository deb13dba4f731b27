import { exactCount, formatShortDate, formatTime, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { hourMs } from '@bugle/protocol/vocabulary'
import type { Bar } from '../lib/buckets.ts'
import type { ChartSeries } from './chart-series.ts'

interface ChartCardProps {
  bar: Bar
  series: ChartSeries[]
  left: number
  width: number
  now: number
}

const cardWidth = 200

/** Describes the bar under the pointer. */
export function ChartCard({ bar, series, left, width, now }: ChartCardProps) {
  const x = left + cardWidth + 16 > width ? left - cardWidth - 12 : left + 12
  const isPartial = bar.to > now
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 grid w-50 gap-1 rounded-card border border-border bg-overlay px-3 py-2 text-12 shadow-menu"
      style={{ left: Math.max(0, x) }}
    >
      <p className="text-text-3">
        {span(bar, isPartial ? now : bar.to)}
        {isPartial && `, ${t('so far')}`}
      </p>
      <p className="font-semibold tabular-nums">{t('{{count, number}} events', { count: bar.total })}</p>
      {series.length > 1 && (
        <ul className="grid gap-0.5">
          {series.map(({ key, label, fill }, index) =>
            bar.counts[index] === 0 ? null : (
              <li key={key} className="flex items-center gap-2">
                <svg width="8" height="8" aria-hidden="true" className="shrink-0">
                  <rect width="8" height="8" rx="2" className={fill} />
                </svg>
                <span className="from-event min-w-0 grow truncate">{oneLine(label)}</span>
                <span className="tabular-nums">{exactCount(bar.counts[index]!)}</span>
              </li>
            ),
          )}
        </ul>
      )}
    </div>
  )
}

function span({ from }: Bar, to: number): string {
  const start = new Date(from).toISOString()
  const end = new Date(to).toISOString()
  if (to - from >= 23 * hourMs) return formatShortDate(start)
  return `${formatShortDate(start)}, ${formatTime(start)}–${formatTime(end)}`
}
