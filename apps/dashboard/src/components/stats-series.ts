import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type Level, levels, type StatsGrouping } from '@bugle/protocol/vocabulary'
import type { ChartSeries } from './chart-series.ts'
import { levelLabel } from './level-icon.tsx'

const palette = ['fill-s1', 'fill-s2', 'fill-s3', 'fill-s4', 'fill-s5']

const levelFill: Record<Level, string> = {
  fatal: 'fill-fatal',
  error: 'fill-error',
  warning: 'fill-warning',
  info: 'fill-info',
}

/** Levels in their own colors, most severe at the bottom; other groupings by total, with the rest combined. */
export function toSeries(series: { key: string; total: number; counts: number[] }[], by: StatsGrouping): ChartSeries[] {
  if (by === 'level')
    return levels
      .map((level) => series.find(({ key }) => key === level))
      .filter((one) => one !== undefined)
      .map(({ key, counts }) => ({
        key,
        label: levelLabel(key as Level),
        fill: levelFill[key as Level],
        counts,
      }))
  const sorted = series.toSorted((one, other) => other.total - one.total)
  const rest = sorted.slice(palette.length)
  const named = sorted.slice(0, palette.length).map(({ key, counts }, index) => ({
    key,
    label: key === '' ? t('(none)') : oneLine(key),
    fill: palette[index]!,
    counts,
  }))
  if (rest.length === 0) return named
  const counts = rest[0]!.counts.map((_, index) => rest.reduce((sum, one) => sum + (one.counts[index] ?? 0), 0))
  return [
    ...named,
    { key: '\0rest', label: t('{{count, number}} others', { count: rest.length }), fill: 'fill-s-other', counts },
  ]
}
