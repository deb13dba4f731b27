import { type ChannelField, type ChannelKind, channelKinds } from '@bugle/presentation/channel-kinds'
import { fieldError, isOfFields } from '@bugle/presentation/form-errors'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { QuietHoursFields, quietHoursOf } from '../../components/quiet-hours-fields.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { useHome } from './home.ts'
import { MessageDrawing } from './message-drawing.tsx'
import { SecretOnce } from './new-channel-secret.tsx'
import { type Channel, useAlertChanges } from './queries.ts'

interface ChannelDialogProps {
  /** The channel to change; without one, another is added. */
  channel: Channel | undefined
  onClose: () => void
}

/** Adds a channel, or changes one, beside a drawing of what its service will show. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const changes = useAlertChanges(useHome().organizationId)
  const create = useMutation(changes.createChannel)
  const change = useMutation(changes.changeChannel)
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'slack')
  const title = channel === undefined ? t('New channel') : t('Channel {{name}}', { name: oneLine(channel.name) })
  const secret = create.data?.secret
  if (secret != null)
    return (
      <Dialog title={title} onClose={onClose}>
        <SecretOnce {...{ secret, onClose }} />
      </Dialog>
    )
  const submit = onSubmit((fields) => {
    const body = { name: String(fields.get('name')).trim(), config: configOf(fields) }
    if (channel === undefined)
      return create.mutate({ ...body, kind }, { onSuccess: (made) => (made.secret === null ? onClose() : undefined) })
    const isKept = Object.keys(body.config).length === 0
    const changed = { name: body.name, quiet_hours: quietHoursOf(fields), ...(!isKept && { config: body.config }) }
    change.mutate({ channel: channel.id, body: changed }, { onSuccess: onClose })
  })
  const error = create.error ?? change.error
  const kinds = channelKinds()
  const { help, fields, name } = kinds[kind]
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        {channel === undefined && (
          <SelectField
            label={t('Service')}
            options={Object.entries(kinds).map(([value, one]) => [value, one.name] as const)}
            value={kind}
            onChange={({ target }) => setKind(target.value as ChannelKind)}
          />
        )}
        <Field
          label={t('Name')}
          hint={t('How rules and people call it, such as #ops.')}
          name="name"
          required
          maxLength={80}
          defaultValue={channel?.name}
          error={fieldError(error, 'name')}
        />
        <p className="rounded-control bg-sunken px-3 py-2 text-text-2">
          <span className="font-medium text-text">{t('Where to find it')}:</span> {help}
        </p>
        {channel !== undefined && (
          <p className="text-text-2">{t('What is left empty stays as it is. Saved values are not shown.')}</p>
        )}
        {fields.map((field) => (
          <ConfigField key={`${kind} ${field.name}`} field={field} isKept={channel !== undefined} error={error} />
        ))}
        {channel !== undefined && (
          <QuietHoursFields
            saved={channel.quiet_hours}
            text={t('Only urgent messages in quiet hours; one message follows with the rest')}
            error={error}
          />
        )}
        {error !== null && !isOfFields(error) && (
          <p role="alert" className="text-error-ink">
            {reasonOf(error)}
          </p>
        )}
        <MessageDrawing kind={kind} caption={t('A message in {{service}}, drawn by Bugle.', { service: name })} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="main" disabled={create.isPending || change.isPending}>
            {channel === undefined ? t('Add the channel') : t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const prefix = 'config.'

/** Returns the fields of the configuration that were filled in. */
function configOf(fields: FormData): Record<string, string> {
  const config: Record<string, string> = {}
  for (const [name, value] of fields)
    if (name.startsWith(prefix) && typeof value === 'string' && value.trim() !== '')
      config[name.slice(prefix.length)] = value.trim()
  return config
}

function ConfigField({ field, isKept, error }: { field: ChannelField; isKept: boolean; error: unknown }) {
  const { name, hint, placeholder, options, isOptional = false } = field
  const label = isOptional ? t('{{field}} (optional)', { field: field.label }) : field.label
  if (options !== undefined)
    return (
      <SelectField label={label} name={prefix + name} options={isKept ? [['', t('as it is')], ...options] : options} />
    )
  return (
    <Field
      label={label}
      hint={hint}
      name={prefix + name}
      placeholder={placeholder}
      required={!isOptional && !isKept}
      maxLength={10_000}
      spellCheck={false}
      autoComplete="off"
      className="font-mono"
      error={fieldError(error, prefix + name)}
    />
  )
}
