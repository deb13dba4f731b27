import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { duration, minute } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { ingestTokenKey, ingestTokensQuery, type Project, useRegenerateToken } from './queries.ts'

const graces = [0, 3600, 86_400, 604_800]

/** Another ingest token in place of the one that programs have, with or without a grace. */
export function TokenSettings({ project }: { project: Project }) {
  const client = useQueryClient()
  const regenerate = useRegenerateToken(project.id)
  const [grace, setGrace] = useState(86_400)
  const token = client.getQueryData<string>(ingestTokenKey(project.id))
  const expires = regenerate.data?.previous_expires_at
  return (
    <Panel
      title={t('Ingest token')}
      hint={t('Programs send their errors with it. It is shown once, when it is made; Bugle keeps only its hash.')}
    >
      {token !== undefined && (
        <div className="flex items-center gap-2 rounded-control border border-border bg-sunken py-1 pr-1 pl-3">
          <code className="grow font-mono text-12 break-all">{token}</code>
          <CopyButton text={token} label={t('Copy the ingest token')} withWord />
        </div>
      )}
      {expires != null && (
        <p role="status" className="text-text-2">
          {t('The one before it is taken until {{time}}.', { time: minute(expires) })}
        </p>
      )}
      <LiveTokens project={project} />
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1">
          <span className="font-medium">{t('The old one is taken for')}</span>
          <select value={grace} onChange={(event) => setGrace(Number(event.target.value))} className="input w-48">
            {graces.map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds === 0 ? t('No time at all') : duration(seconds * 1000)}
              </option>
            ))}
          </select>
        </label>
        <Button className="min-h-9" disabled={regenerate.isPending} onClick={() => regenerate.mutate(grace)}>
          {t('Make a new token')}
        </Button>
      </div>
      <p className="text-12 text-text-3">
        {t(
          'Apps on phones cannot change theirs in a minute: leave the old one until they have been updated. A second new one ends the oldest.',
        )}
      </p>
      {regenerate.isError && (
        <p role="alert" className="text-error-ink">
          {reasonOf(regenerate.error)}
        </p>
      )}
    </Panel>
  )
}

/** By which token how much comes: an old one can end when nothing does any more. */
function LiveTokens({ project }: { project: Project }) {
  const tokens = useQuery(ingestTokensQuery(project.id)).data ?? []
  return (
    <ul aria-label={t('Tokens that are taken')} className="rounded-card border border-border bg-surface">
      {tokens.map(({ last4, ends_at, requests_24h, last_used_at }) => (
        <li
          key={`${last4} ${ends_at}`}
          className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-0.5 border-b border-border px-3 py-1.5 last:border-b-0"
        >
          <code className="font-mono">…{last4}</code>
          <span className="grow text-text-2">
            {ends_at === null ? t('The present one') : t('Until {{time}}', { time: minute(ends_at) })}
          </span>
          <span className="tabular-nums">{t('{{count, number}} requests in 24 hours', { count: requests_24h })}</span>
          {requests_24h === 0 && last_used_at !== null && (
            <span className="text-text-3">
              {t('last used')} <TimeAgo at={last_used_at} isSaid />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
