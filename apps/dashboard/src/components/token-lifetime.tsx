import { t } from '@bugle/presentation/i18n'

const lifetimes: [days: number, label: string][] = [
  [0, t('Never')],
  [30, t('30 days')],
  [90, t('90 days')],
  [365, t('1 year')],
]

/** Chooses how long a token lasts; 0 days are forever. In a form it is the field `days`. */
export function TokenLifetime({ value, onChange }: { value?: number; onChange?: (days: number) => void }) {
  return (
    <label className="grid gap-1">
      <span className="font-medium">{t('Expires')}</span>
      <select
        name="days"
        className="input w-48"
        {...(onChange === undefined
          ? { defaultValue: 0 }
          : { value, onChange: (event) => onChange(Number(event.target.value)) })}
      >
        {lifetimes.map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
