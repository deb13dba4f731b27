import {
  exactCount,
  formatDateTime,
  formatShortDate,
  formatTime,
  oneLine,
  shortCount,
} from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { dayMs, hourMs, minuteMs, type StatsInterval } from '@bugle/protocol/vocabulary'
import { type PointerEvent, useId, useMemo, useState } from 'react'
import { type Bar, ticksFor, toBars } from '../lib/buckets.ts'
import { indexed } from '../lib/indexed.ts'
import { useNow } from '../lib/use-now.ts'
import { useWidth } from '../lib/use-width.ts'
import { Axis, AxisLabels } from './chart-axis.tsx'
import { ChartCard } from './chart-card.tsx'
import { ChartMarks, type Mark } from './chart-marks.tsx'
import type { ChartSeries } from './chart-series.ts'

interface BarChartProps {
  /** Accessible label: `Events by hour`. */
  label: string
  /** Start of each bucket. */
  buckets: string[]
  interval: StatsInterval
  /** Bottom layer first. */
  series: ChartSeries[]
  marks?: Mark[]
  height?: number
  onZoom?: (from: Date, to: Date) => void
  onMark?: (mark: Mark) => void
}

const lengthMs: Record<StatsInterval, number> = { minute: minuteMs, hour: hourMs, day: dayMs }
const narrowest = 6
const foot = 20

/**
 * Bars over time, starting at zero and never truncated. An empty bucket is a tick on the baseline and one event is at
 * least two pixels; the bar of the current bucket is hatched. The arrow keys step through the bars, and a table lists
 * them all.
 */
export function BarChart({
  label,
  buckets,
  interval,
  series,
  marks = [],
  height = 160,
  onZoom,
  onMark,
}: BarChartProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const now = useNow((time) => time - (time % minuteMs))
  const counts = useMemo(() => series.map((one) => one.counts), [series])
  const end = Date.parse(buckets.at(-1) ?? '') + lengthMs[interval]
  const bars = useMemo(
    () => toBars(buckets, counts, Math.max(1, Math.floor(width / narrowest)), end),
    [buckets, counts, width, end],
  )
  const [active, setActive] = useState<number>()
  const [dragFrom, setDragFrom] = useState<number>()
  const head = marks.length > 0 ? 18 : 4
  const ticks = ticksFor(Math.max(0, ...bars.map(({ total }) => total)))
  const step = width / Math.max(1, bars.length)
  const scale = (height - head - foot) / ticks.at(-1)!
  const ground = height - foot
  const barIndexOf = (event: PointerEvent<Element>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    return Math.max(0, Math.min(bars.length - 1, Math.floor((event.clientX - left) / step)))
  }
  const chosen = active === undefined ? undefined : bars[active]
  const drop = () => {
    if (dragFrom !== undefined && active !== undefined && dragFrom !== active && onZoom !== undefined) {
      const [first, last] = dragFrom < active ? [dragFrom, active] : [active, dragFrom]
      onZoom(new Date(bars[first]!.from), new Date(bars[last]!.to))
    }
    setDragFrom(undefined)
  }
  return (
    <figure className="grid gap-1">
      <div
        ref={box}
        className="relative touch-pan-y rounded-pill select-none has-focus-visible:outline-2 has-focus-visible:outline-ring"
        onPointerMove={(event) => setActive(barIndexOf(event))}
        onPointerDown={(event) => event.pointerType === 'mouse' && onZoom && setDragFrom(barIndexOf(event))}
        onPointerUp={drop}
        onPointerLeave={() => {
          setActive(undefined)
          setDragFrom(undefined)
        }}
      >
        <svg width="100%" height={height} aria-hidden="true" className="block">
          <Axis bars={bars} ticks={ticks} width={width} ground={ground} scale={scale} step={step} />
          {dragFrom !== undefined && active !== undefined && (
            <rect
              x={Math.min(dragFrom, active) * step}
              width={(Math.abs(active - dragFrom) + 1) * step}
              y={head}
              height={ground - head}
              className="fill-accent-wash"
            />
          )}
          <BarLayers {...{ bars, series, step, scale, ground, now }} />
          {active !== undefined && (
            <line
              x1={(active + 0.5) * step}
              x2={(active + 0.5) * step}
              y1={head}
              y2={ground}
              className="stroke-text-3"
            />
          )}
        </svg>
        <ChartMarks marks={marks} bars={bars} width={width} ground={ground} onMark={onMark} />
        <AxisLabels ticks={ticks} ground={ground} scale={scale} />
        {chosen !== undefined && active !== undefined && dragFrom === undefined && (
          <ChartCard bar={chosen} series={series} left={(active + 0.5) * step} width={width} now={now} />
        )}
        <input
          type="range"
          aria-label={t('{{label}}: step through the bars', { label })}
          min={0}
          max={Math.max(0, bars.length - 1)}
          value={active ?? bars.length - 1}
          onChange={(event) => setActive(Number(event.target.value))}
          onFocus={() => setActive((known) => known ?? bars.length - 1)}
          onBlur={() => setActive(undefined)}
          aria-valuetext={describe(bars[active ?? bars.length - 1])}
          className="sr-only"
        />
      </div>
      <ChartTable label={label} bars={bars} series={series} />
    </figure>
  )
}

interface BarLayersProps {
  bars: Bar[]
  series: ChartSeries[]
  step: number
  scale: number
  ground: number
  now: number
}

/** The layers of the bars, and a hatch over the bar of the current bucket. */
function BarLayers({ bars, series, step, scale, ground, now }: BarLayersProps) {
  const hatch = useId()
  return (
    <>
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="2" height="4" className="fill-surface" opacity="0.75" />
        </pattern>
      </defs>
      {series.map((one, index) => (
        <path key={one.key} d={outline(bars, index, { step, scale, ground })} className={one.fill} />
      ))}
      {indexed(bars).map(({ index, item: bar }) =>
        bar.to > now && bar.total > 0 ? (
          <rect
            key={index}
            x={index * step}
            y={ground - bar.total * scale}
            width={Math.max(1, step - 1)}
            height={bar.total * scale}
            fill={`url(#${hatch})`}
          />
        ) : null,
      )}
    </>
  )
}

/** Draws all bars of one series as a single outline: few elements, however many bars. */
function outline(
  bars: Bar[],
  layer: number,
  { step, scale, ground }: { step: number; scale: number; ground: number },
): string {
  const wide = Math.max(1, step - 1)
  let path = ''
  for (const [index, bar] of bars.entries()) {
    const count = bar.counts[layer]!
    if (count === 0) continue
    const below = bar.counts.slice(0, layer).reduce((sum, one) => sum + one, 0) * scale
    const tall = Math.max(below === 0 ? 2 : 1, count * scale - (below > 0 && count * scale > 3 ? 1 : 0))
    path += `M${(index * step).toFixed(1)} ${(ground - below).toFixed(1)}v${(-tall).toFixed(1)}h${wide.toFixed(1)}v${tall.toFixed(1)}z`
  }
  return path
}

function describe(bar: Bar | undefined): string {
  if (bar === undefined) return t('Nothing')
  return `${formatDateTime(new Date(bar.from).toISOString())}: ${t('{{count, number}} events', { count: bar.total })}`
}

/** Lists the bars as a table. */
function ChartTable({ label, bars, series }: { label: string; bars: Bar[]; series: ChartSeries[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-12 text-text-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-6 items-center hover:text-text coarse:min-h-11">{t('As table')}</summary>
      {isOpen && (
        <section aria-label={label} className="max-h-64 overflow-auto rounded-card border border-border">
          <table className="w-full text-left">
            <thead className="bg-sunken">
              <tr>
                <th className="px-2 py-1 font-medium">{t('From')}</th>
                {series.map(({ key, label: name }) => (
                  <th key={key} className="from-event px-2 py-1 text-right font-medium">
                    {oneLine(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="text-text-2 tabular-nums">
              {indexed(bars)
                .filter(({ item }) => item.total > 0)
                .map(({ index, item: bar }) => (
                  <tr key={index} className="border-t border-border">
                    <td className="px-2 py-0.5 whitespace-nowrap">
                      {`${formatShortDate(new Date(bar.from).toISOString())}, ${formatTime(new Date(bar.from).toISOString())}`}
                    </td>
                    {indexed(bar.counts).map(({ index: seriesIndex, item: count }) => (
                      <td key={seriesIndex} className="px-2 py-0.5 text-right" title={exactCount(count)}>
                        {shortCount(count)}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
