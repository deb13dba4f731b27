import { type AlertTrigger, triggerLabels } from '@bugle/presentation/alert-text'
import { t } from '@bugle/presentation/i18n'
import { Choices } from './choices.tsx'

interface TriggerFieldsProps {
  chosen: readonly AlertTrigger[]
  onChange: (chosen: AlertTrigger[]) => void
  error: string | undefined
}

/** When a rule fires, by what it speaks of: issues, projects, releases, monitors and feedback. */
export function TriggerFields({ chosen, onChange, error }: TriggerFieldsProps) {
  const labels = triggerLabels()
  const groups = groupsOf(Object.keys(labels) as AlertTrigger[])
  return (
    <div className="grid gap-3">
      {groups.map(({ legend, triggers }) => (
        <Choices
          key={legend}
          legend={legend}
          options={triggers.map((value) => ({ value, label: labels[value] }))}
          chosen={chosen.filter((trigger) => triggers.includes(trigger))}
          onChange={(next) => onChange([...chosen.filter((trigger) => !triggers.includes(trigger)), ...next])}
        />
      ))}
      {(chosen.length === 0 || error !== undefined) && (
        <p role="alert" className="text-error-ink">
          {error ?? t('Choose at least one.')}
        </p>
      )}
    </div>
  )
}

function groupsOf(triggers: readonly AlertTrigger[]): { legend: string; triggers: AlertTrigger[] }[] {
  const of = (...subjects: string[]) => triggers.filter((trigger) => subjects.includes(trigger.split('.')[0]!))
  return [
    { legend: t('When'), triggers: of('issue') },
    { legend: t('Or, of a project'), triggers: of('project') },
    { legend: t('Or, of a release'), triggers: of('release') },
    { legend: t('Or, of monitors and feedback'), triggers: of('monitor', 'feedback') },
  ].filter((group) => group.triggers.length > 0)
}
