import { deviceName } from '@bugle/presentation/device-name'
import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Globe, Smartphone, Terminal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { PhoneLink } from './phone-link.tsx'
import { type Session, sessionsQuery, useRevokeOthers, useRevokeSession } from './queries.ts'

const icons = { web: Globe, mobile: Smartphone, cli: Terminal }

/** Sessions of the account, each of which can be ended. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  return (
    <Panel
      title={t('Sessions')}
      hint={t('One session for each kind of client: web, mobile and CLI. Signing in again ends the previous one.')}
    >
      <Loaded query={sessions} name={t('the sessions')} waiting={<div className="skeleton h-32" />}>
        {(all) => <SessionRows all={all} />}
      </Loaded>
      <PhoneLink />
    </Panel>
  )
}

function SessionRows({ all }: { all: Session[] }) {
  const others = useRevokeOthers()
  const [asked, setAsked] = useState<Session | 'others'>()
  const revoke = useRevokeSession()
  const close = () => setAsked(undefined)
  return (
    <>
      <ul className="rounded-card border border-border">
        {all.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </ul>
      <Button
        className="justify-self-start"
        disabled={all.length < 2}
        title={all.length < 2 ? t('No other sessions') : undefined}
        onClick={() => setAsked('others')}
      >
        {t('Sign out everywhere else…')}
      </Button>
      {asked === 'others' ? (
        <ConfirmRequest
          title={t('Sign out everywhere else')}
          action={t('Sign out {{count, number}} other sessions', { count: all.length - 1 })}
          id={undefined}
          request={others}
          done={t('Signed out {{count, number}} other sessions', { count: all.length - 1 })}
          onClose={close}
        >
          <p>{t('Anyone using them will have to sign in again.')}</p>
        </ConfirmRequest>
      ) : asked === undefined ? null : (
        <ConfirmRequest
          title={t('Sign out {{device}}', { device: deviceOf(asked) })}
          action={t('Sign out')}
          id={asked.id}
          request={revoke}
          done={t('Signed out {{device}}', { device: deviceOf(asked) })}
          onClose={close}
        >
          <p>{t('Anyone using it will have to sign in again.')}</p>
        </ConfirmRequest>
      )}
    </>
  )
}

function deviceOf({ device, name }: Session): string {
  return device === null ? name : deviceName(device)
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const Icon = icons[session.name]
  return (
    <li className="flex items-center gap-3 border-b border-border px-3 py-2 last:border-b-0">
      <Icon size={20} aria-hidden className="shrink-0 text-text-3" />
      <span className="grid min-w-0 grow">
        <span
          className="from-event flex flex-wrap items-center gap-x-2 font-medium"
          title={session.device ?? undefined}
        >
          {deviceOf(session)}
          {session.is_current && (
            <span className="rounded-pill bg-ok-wash px-1.5 text-11 font-medium text-ok-ink">{t('this session')}</span>
          )}
        </span>
        <span className="text-12 text-text-3">
          {session.name} · {session.address !== null && <span className="font-mono">{session.address}</span>}
          {session.address !== null && ' · '}
          {t('used')} {session.last_used_at === null ? '–' : <TimeAgo at={session.last_used_at} isPhrase />} ·{' '}
          {t('since {{day}}', { day: formatDate(session.created_at) })}
        </span>
      </span>
      {!session.is_current && <Button onClick={onEnd}>{t('Sign out')}</Button>}
    </li>
  )
}
