import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { CopyBlock } from '../../components/copy-block.tsx'
import { Field } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { type Channel, channelsQuery, useAlertChanges } from './alert-queries.ts'
import { channelFields } from './channel-kinds.ts'

/** The services that an organization can notify, and a form for one more. */
export function Channels({ organizationId, mayChange }: { organizationId: string; mayChange: boolean }) {
  const channels = useQuery(channelsQuery(organizationId))
  const { deleteChannel } = useAlertChanges(organizationId)
  const [asked, setAsked] = useState<Channel>()
  return (
    <Panel
      title={t('Channels')}
      hint={t('Chats, pagers and programs. Addresses and secrets are encrypted, and never shown again.')}
    >
      <Loaded query={channels} name={t('the channels')} waiting={<div className="skeleton h-20" />}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-text-2">{t('There is no channel yet.')}</p>
          ) : (
            <ul aria-label={t('Channels')} className="rounded-card border border-border bg-surface">
              {all.map((channel) => (
                <ChannelRow
                  key={channel.id}
                  channel={channel}
                  {...{ organizationId, mayChange }}
                  onDelete={() => setAsked(channel)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayChange && <NewChannel organizationId={organizationId} />}
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Delete {{name}}', { name: asked.name })}
          action={t('Delete {{name}}', { name: asked.name })}
          id={asked.id}
          request={deleteChannel}
          done={t('Deleted {{name}}', { name: asked.name })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('What waits for it is not sent. Its address and secrets have to be entered again for a new one.')}</p>
        </ConfirmRequest>
      )}
    </Panel>
  )
}

interface ChannelRowProps {
  organizationId: string
  channel: Channel
  mayChange: boolean
  onDelete: () => void
}

function ChannelRow({ organizationId, channel, mayChange, onDelete }: ChannelRowProps) {
  const { testChannel } = useAlertChanges(organizationId)
  const { name, kind, host, state, failure } = channel
  return (
    <li className="grid gap-1 border-b border-border px-3 py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="from-event grow font-medium">{name}</span>
        <span className="text-12 text-text-3">
          {channelFields[kind].name} · {host}
        </span>
        {mayChange && (
          <>
            <Button variant="quiet" disabled={testChannel.isPending} onClick={() => testChannel.mutate(channel.id)}>
              {testChannel.isSuccess ? t('Test sent') : t('Send a test')}
            </Button>
            <IconButton icon={Trash2} label={t('Delete {{name}}', { name })} onClick={onDelete} />
          </>
        )}
      </div>
      {state !== 'ok' && (
        <p className={state === 'broken' ? 'text-error-ink' : 'text-text-2'}>
          {state === 'broken' ? t('Takes no messages any more.') : t('The last message was not taken.')} {failure}
        </p>
      )}
    </li>
  )
}

function NewChannel({ organizationId }: { organizationId: string }) {
  const { createChannel } = useAlertChanges(organizationId)
  const [kind, setKind] = useState<Channel['kind']>('slack')
  const submit = onSubmit((fields, form) => {
    const config: Record<string, string> = {}
    for (const [field, value] of fields)
      if (field.startsWith('config.') && typeof value === 'string' && value !== '') config[field.slice(7)] = value
    const body = { kind, name: String(fields.get('name')).trim(), config }
    createChannel.mutate(body, { onSuccess: () => form.reset() })
  })
  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
        <label className="grid gap-1">
          <span className="font-medium">{t('Service')}</span>
          <select className="input" value={kind} onChange={({ target }) => setKind(target.value as Channel['kind'])}>
            {Object.entries(channelFields).map(([value, { name }]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Field
          label={t('Name')}
          name="name"
          required
          maxLength={80}
          placeholder="#ops"
          error={fieldError(createChannel.error, 'name')}
        />
        {channelFields[kind].fields.map((field) => (
          <ConfigField key={`${kind} ${field}`} field={field} error={createChannel.error} />
        ))}
      </div>
      <Button type="submit" className="justify-self-start" disabled={createChannel.isPending}>
        {t('Add a channel')}
      </Button>
      {createChannel.isError && (
        <p role="alert" className="text-error-ink">
          {reasonOf(createChannel.error)}
        </p>
      )}
      {createChannel.data?.secret != null && (
        <>
          <p>{t('This secret signs the requests. It is shown only once.')}</p>
          <CopyBlock label={t('Secret')} text={createChannel.data.secret} copyLabel={t('Copy the secret')} />
        </>
      )}
    </form>
  )
}

/** The names of fields are those of the API, which docs/alerts.md explains for each service. */
function ConfigField({ field, error }: { field: string; error: unknown }) {
  const name = field.replace('?', '')
  const isOptional = field.endsWith('?')
  return (
    <Field
      label={isOptional ? t('{{field}} (optional)', { field: name }) : name}
      name={`config.${name}`}
      required={!isOptional}
      maxLength={2000}
      spellCheck={false}
      autoComplete="off"
      className="font-mono"
      error={fieldError(error, `config.${name}`)}
    />
  )
}
