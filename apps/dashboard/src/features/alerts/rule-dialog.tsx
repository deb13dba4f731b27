import { fieldError, isOfFields, listError } from '@bugle/presentation/form-errors'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CheckLine } from '../../components/check-line.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Segments } from '../../components/segments.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { Choices } from './choices.tsx'
import { ConditionField } from './condition-field.tsx'
import { useHome } from './home.ts'
import { PaceFields } from './pace-fields.tsx'
import { type AlertRule, type Channel, channelsQuery, useAlertChanges } from './queries.ts'
import { bodyOf, draftOf, isOfIssues, isTimed, newDraft, type RuleDraft } from './rule-draft.ts'
import { RulePreview, useRulePreview } from './rule-preview.tsx'
import { TargetFields } from './target-fields.tsx'
import { ThresholdFields } from './threshold-fields.tsx'
import { TriggerFields } from './trigger-fields.tsx'

interface RuleDialogProps {
  /** The rule to change; without one, another is made. */
  rule: AlertRule | undefined
  onAddChannel: () => void
  onClose: () => void
}

/** Makes a rule, or changes one. Below the fields it shows what the rule would have sent. */
export function RuleDialog({ rule, onAddChannel, onClose }: RuleDialogProps) {
  const home = useHome()
  const { data: channels } = useQuery(channelsQuery(home.organizationId))
  const title = rule === undefined ? t('New rule') : t('Rule {{name}}', { name: oneLine(rule.name) })
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      {channels === undefined ? (
        <div className="skeleton h-64" />
      ) : (
        <RuleForm
          first={rule === undefined ? newDraft(home.projectId, channels) : draftOf(rule)}
          {...{ rule, onAddChannel, onClose, channels }}
        />
      )}
    </Dialog>
  )
}

type RuleFormProps = RuleDialogProps & {
  first: RuleDraft
  channels: readonly Channel[]
}

function RuleForm({ first, rule, channels, onAddChannel, onClose }: RuleFormProps) {
  const { organizationId } = useHome()
  const [draft, setDraft] = useState(first)
  const put = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }))
  const changes = useAlertChanges(organizationId)
  const create = useMutation(changes.createRule)
  const save = useMutation(changes.saveRule)
  const preview = useRulePreview(draft)
  const error = create.error ?? save.error
  const submit = onSubmit(() => {
    const body = bodyOf(draft)
    if (rule === undefined) create.mutate(body, { onSuccess: onClose })
    else save.mutate({ rule: rule.id, body }, { onSuccess: onClose })
  })
  return (
    <form onSubmit={submit} className="grid gap-5">
      <RulePreview draft={draft} channels={channels} preview={preview} />
      <Field
        label={t('Name')}
        required
        maxLength={120}
        value={draft.name}
        onChange={({ target }) => put({ name: target.value })}
        error={fieldError(error, 'name')}
      />
      <TriggerFields
        chosen={draft.triggers}
        onChange={(triggers) => put({ triggers })}
        error={listError(error, 'triggers')}
      />
      {isTimed(draft) && <ThresholdFields draft={draft} onChange={put} error={listError(error, 'threshold')} />}
      <ProjectChoice draft={draft} onChange={put} error={listError(error, 'project_ids')} />
      {isOfIssues(draft) && (
        <ConditionField
          projectId={draft.projectIds?.length === 1 ? draft.projectIds[0] : undefined}
          value={draft.condition}
          onChange={(condition) => put({ condition })}
          error={fieldError(error, 'condition') ?? fieldError(preview.error, 'condition')}
        />
      )}
      <TargetFields draft={draft} onChange={put} error={error} {...{ channels, onAddChannel }} />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">{t('How')}</legend>
        <CheckLine isOn={draft.isUrgent} onChange={(isUrgent) => put({ isUrgent })}>
          {t('Urgent: at once, also in quiet hours')}
        </CheckLine>
        <CheckLine isOn={draft.notifiesRecovery} onChange={(notifiesRecovery) => put({ notifiesRecovery })}>
          {t('Say in chats too when it is over')}
        </CheckLine>
        <CheckLine isOn={draft.isEnabled} onChange={(isEnabled) => put({ isEnabled })}>
          {t('The rule is on')}
        </CheckLine>
      </fieldset>
      <PaceFields draft={draft} onChange={put} error={error} />
      {error !== null && !isOfFields(error) && (
        <p role="alert" className="text-error-ink">
          {reasonOf(error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="main"
          disabled={create.isPending || save.isPending || draft.triggers.length === 0}
        >
          {rule === undefined ? t('Create rule') : t('Save')}
        </Button>
      </div>
    </form>
  )
}

interface ProjectChoiceProps {
  draft: RuleDraft
  onChange: (change: Partial<RuleDraft>) => void
  error: string | undefined
}

function ProjectChoice({ draft: { projectIds }, onChange, error }: ProjectChoiceProps) {
  const { projects } = useHome()
  return (
    <div className="grid gap-2">
      <span className="font-medium">{t('In')}</span>
      <div className="flex">
        <Segments
          label={t('Projects')}
          value={projectIds === null ? 'all' : 'some'}
          options={[
            { value: 'all', label: t('All projects, also later ones') },
            { value: 'some', label: t('Chosen projects') },
          ]}
          onChange={(which) => onChange({ projectIds: which === 'all' ? null : [] })}
        />
      </div>
      {projectIds !== null && (
        <Choices
          legend={t('Projects')}
          options={projects.map(({ id, name }) => ({ value: id, label: oneLine(name) }))}
          chosen={projectIds}
          onChange={(chosen) => onChange({ projectIds: chosen })}
          error={projectIds.length === 0 ? t('Choose at least one.') : error}
        />
      )}
    </div>
  )
}
