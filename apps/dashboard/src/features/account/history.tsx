import type { Schemas } from '@bugle/api-client'
import { deviceName } from '@bugle/presentation/device-name'
import { formatTimestamp } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { auditQuery } from './queries.ts'

type Entry = Schemas['AuditEntry']

function actionLabel(action: Entry['action']): string {
  const labels: Record<Entry['action'], string> = {
    'account.created': t('Account created'),
    'account.renamed': t('Name changed'),
    'session.started': t('Signed in'),
    'session.ended': t('Signed out'),
    'session.revoked': t('Session ended'),
    'login.failed': t('Sign-in failed'),
    'password.changed': t('Password changed'),
    'password.reset_requested': t('Password reset requested'),
    'password.reset': t('Password reset'),
    'email.change_requested': t('E-mail change requested'),
    'email.changed': t('E-mail changed'),
    'email.confirmed': t('E-mail confirmed'),
    'account.disabled': t('Disabled by an operator'),
    'account.enabled': t('Enabled by an operator'),
    'totp.enabled': t('Two-factor authentication turned on'),
    'totp.removed': t('Two-factor authentication turned off'),
    'recovery_codes.replaced': t('New recovery codes'),
    'recovery_code.used': t('Recovery code used'),
    'passkey.added': t('Passkey added'),
    'passkey.used': t('Passkey used'),
    'passkey.removed': t('Passkey removed'),
    'identity.linked': t('Identity connected'),
    'identity.unlinked': t('Identity disconnected'),
    'api_token.created': t('API token created'),
    'api_token.revoked': t('API token revoked'),
    'subscription.changed': t('Subscription changed'),
    'issue.deleted': t('Issue deleted'),
    'artifact.downloaded': t('Uploaded file downloaded'),
    'artifact.deleted': t('Uploaded file deleted'),
    'person.exported': t('User data exported'),
    'person.erased': t('User data erased'),
  }
  return labels[action] ?? action
}

/** Changes to the account in the last 90 days, with device and address. */
export function History() {
  const audit = useInfiniteQuery(auditQuery)
  return (
    <Panel title={t('History')} hint={t('Changes to your account and sessions in the last 90 days.')}>
      <Loaded query={audit} name={t('the history')}>
        {({ pages }) => (
          <ul className="rounded-card border border-border">
            {pages
              .flatMap(({ entries }) => entries)
              .map((entry) => (
                <EntryLine key={entry.id} entry={entry} />
              ))}
          </ul>
        )}
      </Loaded>
      <LoadMore list={audit} />
    </Panel>
  )
}

function EntryLine({ entry: { action, created_at, device, address } }: { entry: Entry }) {
  return (
    <li className="grid gap-x-3 border-b border-border px-3 py-2 last:border-b-0">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{actionLabel(action)}</span>
        <time dateTime={created_at} className="text-12 text-text-3 tabular-nums">
          {formatTimestamp(created_at)}
        </time>
      </span>
      <span className="from-event text-12 text-text-3">
        {device && deviceName(device)}
        {device && address && ' · '}
        {address && <span className="font-mono">{address}</span>}
      </span>
    </li>
  )
}
