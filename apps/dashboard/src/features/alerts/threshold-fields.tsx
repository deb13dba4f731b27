import { countingTriggers } from '@bugle/presentation/alert-text'
import { t } from '@bugle/presentation/i18n'
import { limits } from '@bugle/protocol/vocabulary'
import { Field } from '../../components/field.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { type RuleDraft, type WindowUnit, windowUnits } from './rule-draft.ts'

interface ThresholdFieldsProps {
  draft: RuleDraft
  onChange: (change: Partial<RuleDraft>) => void
  error: string | undefined
}

/** How much within how long; silence has only a time. */
export function ThresholdFields({ draft: { triggers, count, span, unit }, onChange, error }: ThresholdFieldsProps) {
  const hasCount = triggers.some((trigger) => countingTriggers.includes(trigger))
  const units = { minutes: t('minutes'), hours: t('hours'), days: t('days') }
  return (
    <div className="grid grid-cols-3 gap-3 max-md:grid-cols-2">
      {hasCount && (
        <Field
          label={t('At least')}
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={limits.alertThreshold}
          value={count}
          onChange={({ target }) => onChange({ count: target.value })}
          error={error}
        />
      )}
      <Field
        label={hasCount ? t('Within') : t('For')}
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={limits.alertWindowMinutes / windowUnits[unit]}
        value={span}
        onChange={({ target }) => onChange({ span: target.value })}
        error={hasCount ? undefined : error}
      />
      <SelectField
        label={t('Unit')}
        options={Object.entries(units)}
        value={unit}
        onChange={({ target }) => onChange({ unit: target.value as WindowUnit })}
      />
    </div>
  )
}
