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
export function ThresholdFields({ draft, onChange, error }: ThresholdFieldsProps) {
  const { triggers, count, span, unit, times, percent } = draft
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
      {triggers.includes('project.spike') && (
        <Field
          label={t('Times as many as usual')}
          type="number"
          inputMode="decimal"
          required
          min={1}
          max={1000}
          step="any"
          value={times}
          onChange={({ target }) => onChange({ times: target.value })}
        />
      )}
      {triggers.includes('release.crash_free') && (
        <Field
          label={t('Crash-free sessions below, in %')}
          type="number"
          inputMode="decimal"
          required
          min={0}
          max={100}
          step="any"
          value={percent}
          onChange={({ target }) => onChange({ percent: target.value })}
        />
      )}
    </div>
  )
}
