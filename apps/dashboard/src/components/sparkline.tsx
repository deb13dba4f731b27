import { exactCount } from '../lib/format.ts'
import { placed } from '../lib/placed.ts'

interface SparklineProps {
  counts: number[]
  /** Of one bucket, for the label: `hour`, `day`. */
  bucket: string
  width?: number
  height?: number
}

/**
 * Bars from zero to their own peak. One event is at least two pixels and none is a tick: few and none never look alike.
 * The last bucket is not over yet, and paler.
 */
export function Sparkline({ counts, bucket, width = 96, height = 24 }: SparklineProps) {
  const peak = Math.max(1, ...counts)
  const step = width / Math.max(1, counts.length)
  const gap = step > 6 ? 2 : 1
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${exactCount(total)} in ${counts.length} ${bucket}s, peak ${exactCount(Math.max(0, ...counts))} in one ${bucket}`}
      className="block h-full w-full"
    >
      {placed(counts).map(({ at, item: count }) => {
        const tall = count === 0 ? 1 : Math.max(2, Math.round((count / peak) * height))
        const isPartial = at === counts.length - 1
        return (
          <rect
            key={at}
            x={at * step}
            y={height - tall}
            width={step - gap}
            height={tall}
            rx={count === 0 ? 0 : Math.min(1, (step - gap) / 4)}
            className={count === 0 ? 'fill-border' : 'fill-chart-bar'}
            opacity={isPartial && count > 0 ? 0.55 : 1}
          />
        )
      })}
    </svg>
  )
}
