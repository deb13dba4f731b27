import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { Field } from '../../components/field.tsx'
import { longestPace, longestWindow, type RuleDraft } from './rule-draft.ts'

interface PaceFieldsProps {
  draft: RuleDraft
  onChange: (change: Partial<RuleDraft>) => void
  error: unknown
}

/** How often a rule sends; empty for what is usual. */
export function PaceFields({ draft: { pace, window, isUrgent }, onChange, error }: PaceFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <Field
        label={t('Minutes between two messages about the same')}
        hint={t('Empty: an hour.')}
        type="number"
        inputMode="numeric"
        min={1}
        max={longestPace}
        value={pace}
        onChange={({ target }) => onChange({ pace: target.value })}
        error={fieldError(error, 'pace_minutes')}
      />
      {!isUrgent && (
        <Field
          label={t('Minutes that messages are gathered for')}
          hint={t('Empty: 15 seconds.')}
          type="number"
          inputMode="numeric"
          min={1}
          max={longestWindow}
          value={window}
          onChange={({ target }) => onChange({ window: target.value })}
          error={fieldError(error, 'window_minutes')}
        />
      )}
    </div>
  )
}
