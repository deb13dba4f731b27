import { exactCount } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'

interface SparklineProps {
  counts: number[]
  span: '24h' | '14d'
  /** Number of buckets at the end that began after the reader's last visit. */
  fresh?: number
  width?: number
  height?: number
  /** The peak that all of a page share; by default each has its own. */
  scale?: number | undefined
}

/**
 * Bars from zero to their own peak, or to one that several share. One event is at least two pixels and an empty bucket is a tick: few and none never
 * look alike. The current bucket is paler. It uses a few paths however many bars there are: a list shows hundreds of
 * these.
 */
export function Sparkline({ counts, span, fresh = 0, width = 96, height = 24, scale }: SparklineProps) {
  const peak = Math.max(0, ...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const values = { total: exactCount(total), peak: exactCount(peak) }
  const label =
    span === '24h'
      ? t('24 hours: {{total}} in total, at most {{peak}} in one hour', values)
      : t('14 days: {{total}} in total, at most {{peak}} in one day', values)
  const last = counts.length - 1
  const freshFrom = counts.length - fresh
  const draw = (className: string, belongs: (index: number, count: number) => boolean) => {
    const path = bars(counts, { peak: Math.max(peak, scale ?? 0), width, height, belongs })
    // Most sparklines lack some kind of bar, and a list shows fifty of them.
    return path === '' ? null : <path d={path} className={className} />
  }
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block h-full w-full"
    >
      {draw('fill-border', (_, count) => count === 0)}
      {draw('fill-chart-bar', (index, count) => count > 0 && index < last && index < freshFrom)}
      {draw('fill-ring', (index, count) => count > 0 && index < last && index >= freshFrom)}
      {draw(`opacity-60 ${fresh > 0 ? 'fill-ring' : 'fill-chart-bar'}`, (index, count) => count > 0 && index === last)}
    </svg>
  )
}

interface Drawing {
  peak: number
  width: number
  height: number
  belongs: (index: number, count: number) => boolean
}

function bars(counts: number[], { peak, width, height, belongs }: Drawing): string {
  const step = width / Math.max(1, counts.length)
  const wide = step - (step > 6 ? 2 : 1)
  return counts
    .map((count, index) => {
      if (!belongs(index, count)) return ''
      const tall = count === 0 ? 1 : Math.max(2, Math.round((count / peak) * height))
      return `M${index * step} ${height}v${-tall}h${wide}v${tall}z`
    })
    .join('')
}
