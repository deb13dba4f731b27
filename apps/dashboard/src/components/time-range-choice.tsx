import { t } from '@bugle/presentation/i18n'
import { Segments } from './segments.tsx'

/** Time ranges of charts, in hours. */
export const timeRangeHours = { '3h': 3, '24h': 24, '7d': 168, '14d': 336, '30d': 720, '90d': 2160 } as const
export type TimeRange = keyof typeof timeRangeHours

interface TimeRangeChoiceProps<T extends TimeRange> {
  value: T
  options: readonly T[]
  onChange: (value: T) => void
}

export function TimeRangeChoice<T extends TimeRange>({ value, options, onChange }: TimeRangeChoiceProps<T>) {
  const labels = {
    '3h': t('3 h'),
    '24h': t('24 h'),
    '7d': t('7 d'),
    '14d': t('14 d'),
    '30d': t('30 d'),
    '90d': t('90 d'),
  }
  return (
    <Segments
      label={t('Time range')}
      value={value}
      options={options.map((one) => ({ value: one, label: labels[one] }))}
      onChange={onChange}
    />
  )
}
