import type { Schemas } from '@bugle/api-client'
import { fieldError } from '@bugle/presentation/form-errors'
import { timeZone } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { weekdayName } from '@bugle/presentation/schedule-text'
import { useState } from 'react'
import { CheckLine } from './check-line.tsx'
import { Field } from './field.tsx'

type QuietHours = Schemas['QuietHours']

/** Reads the fields of a form; null where there are no quiet hours. */
export function quietHoursOf(fields: FormData): QuietHours | null {
  const text = (name: string) => String(fields.get(`quiet_hours.${name}`)).trim()
  if (!fields.has('quiet_hours.from')) return null
  const days = fields.getAll('quiet_hours.days').map(Number)
  const isDaily = days.length === 0 || days.length === weekdays.length
  return { from: text('from'), to: text('to'), time_zone: text('time_zone'), days: isDaily ? null : days }
}

/** Monday is 1. */
const weekdays = [1, 2, 3, 4, 5, 6, 7]

interface QuietHoursFieldsProps {
  saved: QuietHours | null
  /** Text beside the check box. */
  text: string
  error: unknown
}

/** When only what is urgent is sent. */
export function QuietHoursFields({ saved, text, error }: QuietHoursFieldsProps) {
  const [isOn, setOn] = useState(saved !== null)
  const { from, to, time_zone } = saved ?? { from: '22:00', to: '07:00', time_zone: timeZone() }
  const field = (name: keyof QuietHours) => ({
    name: `quiet_hours.${name}`,
    required: true,
    error: fieldError(error, `quiet_hours.${name}`),
  })
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{t('Quiet hours')}</legend>
      <CheckLine isOn={isOn} onChange={setOn}>
        {text}
      </CheckLine>
      {isOn && (
        <div className="grid grid-cols-[8rem_8rem_minmax(0,1fr)] gap-3 max-md:grid-cols-2">
          <Field label={t('From')} type="time" defaultValue={from} {...field('from')} />
          <Field label={t('To')} type="time" defaultValue={to} {...field('to')} />
          <Field
            label={t('Time zone')}
            defaultValue={time_zone}
            maxLength={64}
            spellCheck={false}
            {...field('time_zone')}
          />
        </div>
      )}
      {isOn && <Weekdays chosen={saved?.days ?? weekdays} />}
    </fieldset>
  )
}

/** Days on which quiet hours begin. */
function Weekdays({ chosen }: { chosen: readonly number[] }) {
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="sr-only">{t('Days on which they begin')}</legend>
      {weekdays.map((day) => (
        <label key={day} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            className="checkbox"
            name="quiet_hours.days"
            value={day}
            defaultChecked={chosen.includes(day)}
          />
          {weekdayName(day, 'short')}
        </label>
      ))}
    </fieldset>
  )
}
