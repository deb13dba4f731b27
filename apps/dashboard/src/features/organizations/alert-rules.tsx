import { fieldError } from '@bugle/presentation/form-errors'
import { formatTimestamp } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { hourMs } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { Field } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { type AlertRule, alertRulesQuery, channelsQuery, useAlertChanges } from './alert-queries.ts'

type Trigger = AlertRule['triggers'][number]

const triggerLabels = (): Record<Trigger, string> => ({
  'issue.new': t('new issue'),
  'issue.regressed': t('regressed'),
  'issue.reopened': t('back from snooze'),
  'issue.escalating': t('escalating'),
  'issue.events': t('events of an issue'),
  'issue.users': t('people of an issue'),
  'project.silent': t('no events'),
  'project.losing': t('events refused or lost'),
})

/** When channels are notified, and a form for one rule more. */
export function AlertRules({ organizationId, mayChange }: { organizationId: string; mayChange: boolean }) {
  const rules = useQuery(alertRulesQuery(organizationId))
  const { deleteRule } = useAlertChanges(organizationId)
  const [asked, setAsked] = useState<AlertRule>()
  return (
    <Panel
      title={t('Alert rules')}
      hint={t(
        'They decide what channels are sent. Members decide about their own mails in the settings of each project.',
      )}
    >
      <Loaded query={rules} name={t('the alert rules')} waiting={<div className="skeleton h-20" />}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-text-2">{t('There is no rule yet.')}</p>
          ) : (
            <ul aria-label={t('Alert rules')} className="rounded-card border border-border bg-surface">
              {all.map((rule) => (
                <RuleRow key={rule.id} rule={rule} {...{ organizationId, mayChange }} onDelete={() => setAsked(rule)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayChange && <NewRule organizationId={organizationId} />}
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Delete {{name}}', { name: asked.name })}
          action={t('Delete {{name}}', { name: asked.name })}
          id={asked.id}
          request={deleteRule}
          done={t('Deleted {{name}}', { name: asked.name })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('Its channels are no longer sent what it finds. Other rules stay.')}</p>
        </ConfirmRequest>
      )}
    </Panel>
  )
}

interface RuleRowProps {
  organizationId: string
  rule: AlertRule
  mayChange: boolean
  onDelete: () => void
}

function RuleRow({ organizationId, rule, mayChange, onDelete }: RuleRowProps) {
  const { changeRule } = useAlertChanges(organizationId)
  const channels = useQuery(channelsQuery(organizationId)).data ?? []
  const { id, name, is_enabled, muted_until, triggers, threshold, condition, channel_ids } = rule
  const isMuted = muted_until !== null && new Date(muted_until) > new Date()
  const labels = triggerLabels()
  const names = channels.filter((channel) => channel_ids.includes(channel.id)).map((channel) => channel.name)
  return (
    <li id={id} className="grid gap-1 border-b border-border px-3 py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="from-event grow font-medium">{name}</span>
        {mayChange && (
          <>
            <Button
              variant="quiet"
              onClick={() =>
                changeRule.mutate({
                  rule: id,
                  body: { muted_until: isMuted ? null : new Date(Date.now() + hourMs).toISOString() },
                })
              }
            >
              {isMuted ? t('Unmute') : t('Mute for an hour')}
            </Button>
            <Button variant="quiet" onClick={() => changeRule.mutate({ rule: id, body: { is_enabled: !is_enabled } })}>
              {is_enabled ? t('Turn off') : t('Turn on')}
            </Button>
            <IconButton icon={Trash2} label={t('Delete {{name}}', { name })} onClick={onDelete} />
          </>
        )}
      </div>
      <p className="text-12 text-text-2">
        {triggers.map((trigger) => labels[trigger]).join(', ')}
        {threshold !== null &&
          ` · ${t('at least {{amount, number}} in {{minutes, number}} min', { amount: threshold.count, minutes: threshold.minutes })}`}
        {condition !== '' && <code className="from-event ml-1 font-mono">{condition}</code>}
        {names.length > 0 && <span className="from-event"> → {names.join(', ')}</span>}
      </p>
      {(isMuted || !is_enabled) && (
        <p className="text-12 text-text-3">
          {isMuted ? t('Muted until {{time}}', { time: formatTimestamp(muted_until) }) : t('Off')}
        </p>
      )}
    </li>
  )
}

function NewRule({ organizationId }: { organizationId: string }) {
  const { createRule } = useAlertChanges(organizationId)
  const channels = useQuery(channelsQuery(organizationId)).data
  const submit = onSubmit((fields, form) => {
    const [count, minutes] = [Number(fields.get('count')), Number(fields.get('minutes'))]
    const body = {
      name: String(fields.get('name')).trim(),
      triggers: fields.getAll('trigger').map(String) as Trigger[],
      threshold: count > 0 && minutes > 0 ? { count, minutes } : null,
      condition: String(fields.get('condition')).trim(),
      channel_ids: fields.getAll('channel').map(String),
    }
    createRule.mutate(body, { onSuccess: () => form.reset() })
  })
  if (channels === undefined) return null
  if (channels.length === 0) return <p className="text-text-2">{t('A rule notifies channels: add one first.')}</p>
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={t('Name')} name="name" required maxLength={120} error={fieldError(createRule.error, 'name')} />
      <Choices
        legend={t('When')}
        name="trigger"
        options={Object.entries(triggerLabels())}
        chosen={['issue.new', 'issue.regressed']}
      />
      <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
        <Field
          label={t('At least (for numbers)')}
          name="count"
          type="number"
          min={1}
          max={10_000}
          error={fieldError(createRule.error, 'threshold')}
        />
        <Field label={t('Within minutes')} name="minutes" type="number" min={1} max={43_200} />
      </div>
      <Field
        label={t('Only issues that match (optional)')}
        name="condition"
        placeholder="level:error environment:production"
        spellCheck={false}
        className="font-mono"
        error={fieldError(createRule.error, 'condition')}
      />
      <Choices
        legend={t('Channels')}
        name="channel"
        options={channels.map(({ id, name }) => [id, name])}
        chosen={channels.map(({ id }) => id)}
      />
      <Button type="submit" className="justify-self-start" disabled={createRule.isPending}>
        {t('Add a rule')}
      </Button>
      {createRule.isError && (
        <p role="alert" className="text-error-ink">
          {reasonOf(createRule.error)}
        </p>
      )}
    </form>
  )
}

interface ChoicesProps {
  legend: string
  name: string
  options: [value: string, label: string][]
  chosen: string[]
}

function Choices({ legend, name, options, chosen }: ChoicesProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="font-medium">{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="flex cursor-pointer items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            className="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
          />
          <span className="from-event">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
