import { t } from '../lib/words.ts'
import { Segments } from './segments.tsx'

/** How far a chart reaches back, in hours. */
export const stretchHours = { '24h': 24, '7d': 168, '14d': 336, '30d': 720, '90d': 2160 } as const
export type Stretch = keyof typeof stretchHours

interface StretchChoiceProps<T extends Stretch> {
  value: T
  options: readonly T[]
  onChange: (value: T) => void
}

export function StretchChoice<T extends Stretch>({ value, options, onChange }: StretchChoiceProps<T>) {
  const words = { '24h': t('24 h'), '7d': t('7 d'), '14d': t('14 d'), '30d': t('30 d'), '90d': t('90 d') }
  return (
    <Segments
      label={t('Time range')}
      value={value}
      options={options.map((one) => ({ value: one, label: words[one] }))}
      onChange={onChange}
    />
  )
}
