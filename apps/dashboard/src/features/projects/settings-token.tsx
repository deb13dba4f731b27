import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Restricted } from '../../components/restricted.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { TokenLifetime } from '../../components/token-lifetime.tsx'
import type { Project } from './queries.ts'
import { type IngestToken, ingestTokensQuery, useRegenerateToken } from './set-up-queries.ts'

const graces: [seconds: number, label: string][] = [
  [0, t('No grace period')],
  [3600, t('1 hour')],
  [86_400, t('1 day')],
  [604_800, t('1 week')],
]

/** Replaces the ingest token, with or without a grace period. */
export function TokenSettings({ project, mayReplace }: { project: Project; mayReplace: boolean }) {
  const client = useQueryClient()
  const regenerate = useRegenerateToken(project.id)
  const [grace, setGrace] = useState(86_400)
  const [days, setDays] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const token = client.getQueryData<string>(projectKeys.newIngestToken(project.id))
  const expires = regenerate.data?.previous_expires_at
  return (
    <Panel
      title={t('Ingest token')}
      hint={t(
        'Programs send their errors with it. It is shown only once, when it is created; Bugle stores only a hash.',
      )}
    >
      {token !== undefined && (
        <div className="flex items-center gap-2 rounded-control border border-border bg-sunken py-1 pr-1 pl-3">
          <code className="grow font-mono text-12 break-all">{token}</code>
          <CopyButton text={token} label={t('Copy ingest token')} withLabel />
        </div>
      )}
      {expires != null && (
        <p role="status" className="text-text-2">
          {t('The previous token is valid until {{time}}.', { time: formatDateTime(expires) })}
        </p>
      )}
      <LiveTokens project={project} />
      {!mayReplace && <Restricted />}
      {mayReplace && (
        <div className="flex flex-wrap items-end gap-3">
          <label className="grid gap-1">
            <span className="font-medium">{t('Keep the old token valid for')}</span>
            <select value={grace} onChange={(event) => setGrace(Number(event.target.value))} className="input w-48">
              {graces.map(([seconds, label]) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <TokenLifetime value={days} onChange={setDays} />
          <Button
            className="min-h-9"
            disabled={regenerate.isPending}
            onClick={() => (grace === 0 ? setAsking(true) : regenerate.mutate({ graceSeconds: grace, days }))}
          >
            {t('Replace token')}
          </Button>
        </div>
      )}
      <p className="text-12 text-text-3">
        {t(
          'Shipped apps cannot switch at once: keep the old token valid until they are updated. Replacing it again revokes the oldest.',
        )}
      </p>
      {regenerate.isError && !isAsking && (
        <p role="alert" className="text-error-ink">
          {reasonOf(regenerate.error)}
        </p>
      )}
      {isAsking && (
        <ConfirmRequest
          title={t('Replace the ingest token immediately')}
          action={t('Replace the token')}
          id={{ graceSeconds: 0, days }}
          request={regenerate}
          done={t('Token replaced')}
          onClose={() => setAsking(false)}
        >
          <p>
            {t('Programs that use the token ending in {{last4}} will be refused.', {
              last4: project.ingest_token_last4,
            })}
          </p>
        </ConfirmRequest>
      )}
    </Panel>
  )
}

/** The valid tokens with their requests: an old one can be ended when its requests stop. */
function LiveTokens({ project }: { project: Project }) {
  const tokens = useQuery(ingestTokensQuery(project.id))
  return (
    <Loaded query={tokens} name={t('the tokens')} waiting={<div className="skeleton h-10" />}>
      {(all) => (
        <ul aria-label={t('Valid tokens')} className="rounded-card border border-border bg-surface">
          {all.map((token) => (
            <LiveToken key={`${token.last4} ${token.ends_at}`} token={token} />
          ))}
        </ul>
      )}
    </Loaded>
  )
}

function LiveToken({ token: { last4, ends_at, is_current, requests_24h, last_used_at } }: { token: IngestToken }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-border px-3 py-1.5 last:border-b-0">
      <code className="font-mono">…{last4}</code>
      <span className="grow text-text-2">
        {is_current && t('Current token')}
        {is_current && ends_at !== null && ' · '}
        {ends_at !== null && t('Until {{time}}', { time: formatDateTime(ends_at) })}
      </span>
      <span className="tabular-nums">{t('{{count, number}} requests in 24 hours', { count: requests_24h })}</span>
      {requests_24h === 0 && last_used_at !== null && (
        <span className="text-text-3">
          {t('last used')} <TimeAgo at={last_used_at} isPhrase />
        </span>
      )}
    </li>
  )
}
