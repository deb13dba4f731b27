import { formatShortDate, formatTime, shortCount } from '@bugle/presentation/format'
import { dayMs, hourMs, minuteMs } from '@bugle/protocol/vocabulary'
import type { Bar } from '../lib/buckets.ts'
import { indexed } from '../lib/indexed.ts'

interface AxisProps {
  bars: Bar[]
  ticks: number[]
  width: number
  ground: number
  scale: number
  step: number
}

const roomForLabel = 64

/** Draws grid lines at round numbers, ticks for empty buckets and dates along the bottom. */
export function Axis({ bars, ticks, width, ground, scale, step }: AxisProps) {
  return (
    <>
      {ticks.slice(1).map((tick) => (
        <line
          key={tick}
          x1={0}
          x2={width}
          y1={ground - tick * scale}
          y2={ground - tick * scale}
          className="stroke-chart-grid"
        />
      ))}
      {indexed(bars).map(({ index, item: bar }) =>
        bar.total === 0 ? (
          <rect
            key={index}
            x={index * step}
            y={ground - 1}
            width={Math.max(1, step - 1)}
            height={1}
            className="fill-border"
          />
        ) : null,
      )}
      {labelsOf(bars, step).map(({ index, text }) => (
        <text key={index} x={index * step} y={ground + 14} className="fill-text-3 text-11 tabular-nums">
          {text}
        </text>
      ))}
    </>
  )
}

/** Labels the grid lines, above bars and markers so that nothing crosses them out. */
export function AxisLabels({ ticks, ground, scale }: Pick<AxisProps, 'ticks' | 'ground' | 'scale'>) {
  return (
    <svg width="100%" height={ground} aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0">
      {ticks.slice(1).map((tick) => (
        <text
          key={tick}
          x={4}
          y={ground - tick * scale + 11}
          strokeWidth={4}
          paintOrder="stroke"
          className="fill-text-3 stroke-bg text-11 tabular-nums"
        >
          {shortCount(tick)}
        </text>
      ))}
    </svg>
  )
}

/**
 * Places a label where one of the reader's days begins; within two days, also every three hours, and within six hours every
 * half. Labels never overlap.
 */
function labelsOf(bars: Bar[], step: number): { index: number; text: string }[] {
  const first = bars[0]
  const last = bars.at(-1)
  if (first === undefined || last === undefined || step === 0) return []
  const range = last.to - first.from
  const everyMs = range <= 6 * hourMs ? 30 * minuteMs : 3 * hourMs
  const found: { index: number; text: string }[] = []
  for (const [index, bar] of bars.entries()) {
    const time = new Date(bar.from)
    const before = bars[index - 1]
    const isNewDay = before !== undefined && new Date(before.from).getDate() !== time.getDate()
    const isRound =
      range <= 2 * dayMs && (time.getHours() * hourMs + time.getMinutes() * minuteMs) % everyMs < bar.to - bar.from
    if (!isNewDay && !isRound) continue
    const lastAt = found.at(-1)?.index ?? Number.NEGATIVE_INFINITY
    if ((index - lastAt) * step < roomForLabel || (bars.length - index) * step < roomForLabel * 0.7) continue
    const iso = time.toISOString()
    found.push({ index, text: isNewDay ? formatShortDate(iso) : formatTime(iso) })
  }
  return found
}
