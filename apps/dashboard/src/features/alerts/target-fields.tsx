import { personLabel } from '@bugle/presentation/alert-text'
import { channelKinds } from '@bugle/presentation/channel-kinds'
import { fieldError, listError } from '@bugle/presentation/form-errors'
import { capitalize, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { Choices } from './choices.tsx'
import { useHome } from './home.ts'
import { type Channel, membersQuery, teamsQuery } from './queries.ts'
import { isOfIssues, type RuleDraft } from './rule-draft.ts'

interface TargetFieldsProps {
  draft: RuleDraft
  channels: readonly Channel[]
  onChange: (change: Partial<RuleDraft>) => void
  onAddChannel: () => void
  error: unknown
}

/** The people and channels a rule notifies, and the person or team it assigns issues to. */
export function TargetFields({ draft, channels, onChange, onAddChannel, error }: TargetFieldsProps) {
  const { organizationId } = useHome()
  const teams = useQuery(teamsQuery(organizationId)).data ?? []
  const kinds = channelKinds()
  const people = ['members', 'assignee', ...teams.map(({ id }) => id)]
  return (
    <>
      <Choices
        legend={t('Then notify, by mail and push as each has chosen')}
        options={people.map((value) => ({ value, label: capitalize(personLabel(value, teams)) }))}
        chosen={draft.people}
        onChange={(chosen) => onChange({ people: chosen })}
        error={listError(error, 'people')}
      />
      {channels.length === 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-text-2">{t('There is no channel yet, such as a chat or a pager.')}</p>
          <Button onClick={onAddChannel}>{t('Add a channel')}</Button>
        </div>
      ) : (
        <Choices
          legend={t('Channels')}
          options={channels.map(({ id, name, kind }) => ({
            value: id,
            label: `${oneLine(name)} · ${kinds[kind].name}`,
          }))}
          chosen={draft.channelIds}
          onChange={(channelIds) => onChange({ channelIds })}
          error={listError(error, 'channel_ids')}
        />
      )}
      {isOfIssues(draft) && (
        <AssigneeField
          value={draft.assignTo}
          teams={teams}
          onChange={(assignTo) => onChange({ assignTo })}
          error={fieldError(error, 'assign_to')}
        />
      )}
    </>
  )
}

interface AssigneeFieldProps {
  value: string
  teams: readonly { id: string; name: string }[]
  onChange: (value: string) => void
  error: string | undefined
}

function AssigneeField({ value, teams, onChange, error }: AssigneeFieldProps) {
  const members = useQuery(membersQuery(useHome().organizationId)).data ?? []
  const options: [string, string][] = [
    ['', t('Nobody')],
    ...teams.map(({ id, name }): [string, string] => [id, t('team {{name}}', { name: oneLine(name) })]),
    ...members.map(({ id, name }): [string, string] => [id, oneLine(name)]),
  ]
  // One who left stays chosen until another is.
  if (!options.some(([id]) => id === value)) options.push([value, t('somebody')])
  return (
    <SelectField
      label={t('Assign issues that nobody has to')}
      options={options}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      hint={error}
    />
  )
}
