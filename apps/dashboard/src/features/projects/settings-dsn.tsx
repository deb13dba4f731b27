import { fieldError, listError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { sentryLines } from '@bugle/presentation/sentry-lines'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { CopyBlock } from '../../components/copy-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Field } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { LinesField, linesOf } from '../../components/lines-field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { dsnKeysQuery } from '../../lib/dsn-keys.ts'
import { clearSent, onSubmit } from '../../lib/on-submit.ts'
import { type DsnKey, useChangeDsnKey, useCreateDsnKey, useRevokeDsnKey } from './dsn-queries.ts'

/** The DSNs of a project, and the line that each Sentry SDK needs. */
export function DsnSettings({ projectId, mayChange }: { projectId: string; mayChange: boolean }) {
  const keys = useQuery(dsnKeysQuery(projectId))
  return (
    <Panel
      title={t('Sentry SDKs')}
      hint={t(
        'Any Sentry SDK sends its errors here by a DSN of this project. A DSN can only write, so it may stand in web pages and apps.',
      )}
    >
      <Loaded query={keys} name={t('the DSNs')} waiting={<div className="skeleton h-20" />}>
        {(all) => (
          <>
            <DsnList projectId={projectId} keys={all} mayChange={mayChange} />
            {mayChange && <NewDsn projectId={projectId} isFirst={all.length === 0} />}
            {all[0] !== undefined && <SentryLines dsn={all[0].dsn} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function DsnList({ projectId, keys, mayChange }: { projectId: string; keys: DsnKey[]; mayChange: boolean }) {
  const revoke = useRevokeDsnKey(projectId)
  const [asked, setAsked] = useState<DsnKey>()
  if (keys.length === 0) return null
  return (
    <ul aria-label={t('DSNs')} className="rounded-card border border-border bg-surface">
      {keys.map((key) => (
        <li key={key.id} className="grid gap-1 border-b border-border px-3 py-2 last:border-b-0">
          <div className="flex items-center gap-2">
            <span className="from-event grow font-medium">{key.label}</span>
            <span className="text-12 text-text-3 tabular-nums">
              {t('{{count, number}} requests in 24 hours', { count: key.requests_24h })}
            </span>
            {mayChange && (
              <IconButton
                icon={Trash2}
                label={t('Revoke {{name}}', { name: key.label })}
                onClick={() => setAsked(key)}
              />
            )}
          </div>
          <div className="flex items-center gap-2">
            <code className="min-w-0 grow font-mono text-12 break-all">{key.dsn}</code>
            <CopyButton text={key.dsn} label={t('Copy DSN')} withLabel />
          </div>
          <Origins projectId={projectId} dsnKey={key} mayChange={mayChange} />
          {key.requests_24h === 0 && key.last_used_at !== null && (
            <p className="text-12 text-text-3">
              {t('last used')} <TimeAgo at={key.last_used_at} isPhrase />
            </p>
          )}
        </li>
      ))}
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Revoke {{name}}', { name: asked.label })}
          action={t('Revoke the DSN')}
          id={asked.id}
          request={revoke}
          done={t('DSN revoked')}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {t('Programs that use it will be refused. It had {{count, number}} requests in the last 24 hours.', {
              count: asked.requests_24h,
            })}
          </p>
        </ConfirmRequest>
      )}
    </ul>
  )
}

/** The pages that may send by a DSN. */
function Origins({ projectId, dsnKey, mayChange }: { projectId: string; dsnKey: DsnKey; mayChange: boolean }) {
  const change = useChangeDsnKey(projectId, dsnKey)
  const [isOpen, setOpen] = useState(false)
  const { allowed_origins: origins } = dsnKey
  const submit = onSubmit((fields) => {
    const allowed_origins = linesOf(fields, 'origins').map((one) => one.toLowerCase())
    change.mutate({ allowed_origins }, { onSuccess: () => setOpen(false) })
  })
  if (isOpen)
    return (
      <form onSubmit={submit} className="grid gap-3 py-1">
        <LinesField
          label={t('Pages that may send')}
          name="origins"
          lines={origins}
          hint={t(
            'One origin per line, such as https://shop.example or https://*.shop.example; none for all. Programs without an origin may always send.',
          )}
          error={listError(change.error, 'allowed_origins')}
        />
        <div className="flex gap-2">
          <Button type="submit" disabled={change.isPending}>
            {t('Save')}
          </Button>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    )
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-12 text-text-3">
      <span className="min-w-0 break-words">
        {origins.length === 0
          ? t('Pages of any origin may send.')
          : t('Pages of {{origins}} may send.', { origins: origins.join(', ') })}
      </span>
      {mayChange && (
        <button type="button" className="text-accent-ink hover:underline coarse:min-h-11" onClick={() => setOpen(true)}>
          {t('Change')}
        </button>
      )}
    </p>
  )
}

function NewDsn({ projectId, isFirst }: { projectId: string; isFirst: boolean }) {
  const create = useCreateDsnKey(projectId)
  const submit = onSubmit((fields, form) => {
    const body = { label: String(fields.get('label')), ...takenFrom(String(fields.get('key') ?? '').trim()) }
    create.mutate(body, { onSuccess: () => clearSent(form, fields) })
  })
  return (
    <form onSubmit={submit} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
        <Field
          label={t('Label')}
          name="label"
          required
          maxLength={100}
          defaultValue={isFirst ? t('Default') : ''}
          error={fieldError(create.error, 'label')}
        />
        <Field
          label={t('DSN or key in use elsewhere (optional)')}
          name="key"
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          error={fieldError(create.error, 'key')}
        />
      </div>
      <Button
        type="submit"
        variant={isFirst ? 'main' : 'plain'}
        className="justify-self-start"
        disabled={create.isPending}
      >
        {t('Create a DSN')}
      </Button>
      {create.isError && fieldError(create.error, 'key') === undefined && (
        <p role="alert" className="text-error-ink">
          {reasonOf(create.error)}
        </p>
      )}
    </form>
  )
}

/** The key and the project's number within a DSN, or the key alone. */
function takenFrom(text: string): { key?: string; former_number?: number } {
  if (text === '') return {}
  const [, key = text, number] = /^https?:\/\/([^:@/]+)[^@]*@.*?(?:\/(\d{1,15}))?$/.exec(text) ?? []
  return { key, ...(number === undefined ? {} : { former_number: Number(number) }) }
}

function SentryLines({ dsn }: { dsn: string }) {
  const [name, setName] = useState(sentryLines[0]!.name)
  const line = sentryLines.find((one) => one.name === name)!.text(dsn)
  return (
    <div className="grid gap-2">
      <label className="grid gap-1 justify-self-start">
        <span className="font-medium">{t('The line to change')}</span>
        <select className="input" value={name} onChange={(event) => setName(event.target.value)}>
          {sentryLines.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </label>
      <CopyBlock label={t('The line to change')} copyLabel={t('Copy code')} text={line} />
    </div>
  )
}
