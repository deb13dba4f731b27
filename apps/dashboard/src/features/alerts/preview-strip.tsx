import type { Schemas } from '@bugle/api-client'
import { firedText } from '@bugle/presentation/alert-text'
import { formatShortDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { dayMs } from '@bugle/protocol/vocabulary'
import { indexed } from '../../lib/indexed.ts'
import { useNow } from '../../lib/use-now.ts'

type Preview = Pick<Schemas['AlertPreview'], 'total' | 'days' | 'times'>

const days = 14
const columns = 48
const step = 5
const tallest = 5
const height = 32
const width = columns * step

/** The last two weeks as a time axis, with a dot for each time a rule would have fired; many at once are a full column. */
export function PreviewStrip({ preview }: { preview: Preview }) {
  const now = useNow((time) => time - (time % 60_000))
  const counts = countsOf(preview, now)
  const text = firedText(preview.total, preview.times[0], now)
  return (
    <figure className="grid min-w-0 content-start gap-1">
      <svg viewBox={`0 0 ${width} ${height}`} className="h-8 w-full max-w-[15rem]" role="img" aria-label={text}>
        <path d={`M0 ${height - 3.5}h${width}${dayTicks()}`} className="fill-none stroke-border-strong" />
        {indexed(counts).map(({ index, item }) => (
          <Column key={index} x={index * step + step / 2} count={item} />
        ))}
      </svg>
      <figcaption className="flex max-w-[15rem] justify-between gap-2 text-11 text-text-3 tabular-nums">
        <span>{formatShortDate(new Date(now - days * dayMs).toISOString())}</span>
        <span className="text-right text-12 text-text-2">{text}</span>
      </figcaption>
    </figure>
  )
}

function Column({ x, count }: { x: number; count: number }) {
  if (count === 0) return null
  const base = height - 7
  if (count > tallest) return <rect x={x - 2} y="1" width="4" height={base + 1} rx="2" className="fill-warning" />
  const dots = Array.from({ length: count }, (_, index) => base - index * step)
  return (
    <g className="fill-warning">
      {dots.map((y) => (
        <circle key={y} cx={x} cy={y} r="2.2" />
      ))}
    </g>
  )
}

/** A tick at each day. */
function dayTicks(): string {
  return Array.from(
    { length: days + 1 },
    (_, day) => `M${Math.min(width - 0.5, (day * width) / days + 0.5)} ${height - 5}v4`,
  ).join('')
}

/** Counts by column. Only so many times are listed: days before them stand at their noon. */
export function countsOf({ total, days: byDay, times }: Preview, now: number): number[] {
  const counts = new Array<number>(columns).fill(0)
  const from = now - days * dayMs
  const add = (time: number, count: number) => {
    const column = Math.floor(((time - from) / (days * dayMs)) * columns)
    const index = Math.min(columns - 1, Math.max(0, column))
    counts[index] = counts[index]! + count
  }
  for (const time of times) add(Date.parse(time), 1)
  const earliest = times.at(-1)?.slice(0, 10) ?? ''
  if (total > times.length)
    for (const { day, count } of byDay) if (day < earliest) add(Date.parse(`${day}T12:00:00Z`), count)
  return counts
}

/** A placeholder with the geometry of the strip. */
export function StripWaiting() {
  return (
    <div
      role="status"
      aria-label={t('Loading {{name}}', { name: t('the last two weeks') })}
      className="skeleton h-12"
    />
  )
}
