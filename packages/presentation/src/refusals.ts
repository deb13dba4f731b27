import type { Schemas } from '@bugle/api-client'
import { t } from './i18n.ts'
import type { Project, Refusals } from './types.ts'

/** Reasons of the server for refusing events, and of our SDKs for dropping them. */
type Reason =
  | Schemas['Outcomes']['refused'][number]['reason']
  | 'before_send'
  | 'ignored'
  | 'queue_full'
  | 'sampled'
  | 'store_full'

/** Names a reason. Other SDKs may report reasons of their own. */
export function reasonLabel(reason: string): string {
  const labels: Record<Reason, string> = {
    app_id_mismatch: t('Wrong app_id'),
    origin_not_allowed: t('Page of another origin'),
    before_send: t('Filtered by the program'),
    ignored: t('Filtered by the program'),
    invalid_payload: t('A field is missing or invalid'),
    overloaded: t('The server was overloaded'),
    queue_full: t('The program’s queue was full'),
    rate_limited: t('Over 1,000 requests per minute'),
    sampled: t('Filtered by the program'),
    project_storage_full: t('The project’s share of the disk is full'),
    storage_full: t('The disk is full'),
    store_full: t('Offline storage full or expired'),
    subscription_inactive: t('The subscription has ended'),
    token_revoked: t('Revoked token'),
    too_large: t('Over 1 MB'),
  }
  return labels[reason as Reason] ?? reason
}

/** Explains a refusal by the content of the latest event, and how to fix it. */
export function refusalOf(reason: Refusals['reason'], came: string | null, project: Project): string {
  const ids = project.app_ids.join(', ')
  if (came === null) return `${reasonLabel(reason)}. ${remedyOf(reason, project)}`
  if (reason === 'origin_not_allowed') return t('A page of {{came}} sent by a DSN that does not allow it.', { came })
  if (reason === 'app_id_mismatch')
    return t('The event’s app_id is {{came}}, this project expects {{ids}}.', { came, ids })
  return t('Missing or wrong: {{fields}}. The response says more.', { fields: came })
}

/** Describes the remedy in one or two sentences. */
export function remedyOf(reason: string, project: Project): string {
  const remedies: Record<Reason, string> = {
    app_id_mismatch: t('This project expects {{ids}}. Send that app_id, or add yours in the project settings.', {
      ids: project.app_ids.join(', '),
    }),
    origin_not_allowed: t(
      'The DSN allows pages of certain origins alone. Add this one in the settings for Sentry SDKs.',
    ),
    before_send: t('By its option {{option}}.', { option: 'beforeSend' }),
    ignored: t('By its option {{option}}.', { option: 'ignoreErrors' }),
    invalid_payload: t('The response names the field in “errors”. At most 50 breadcrumbs are accepted.'),
    overloaded: t('This is temporary, and SDKs send again. If it persists, give the server more CPU.'),
    queue_full: t('The program had more errors than it can keep while offline.'),
    rate_limited: t('Combine identical errors into one event with “repeat”, or wait as long as Retry-After says.'),
    sampled: t('By its option {{option}}.', { option: 'sampleRate' }),
    project_storage_full: t('It stores more than its fair share. Send smaller events, or raise BUGLE_MAX_DISK.'),
    storage_full: t('Give the server more disk space, raise BUGLE_MAX_DISK, or lower BUGLE_RETENTION.'),
    store_full: t('A program keeps at most a hundred unsent events, for 30 days.'),
    subscription_inactive: t('Renew the subscription. SDKs keep unsent events and send them later.'),
    token_revoked: t(
      'A program still uses an old token. Give it the current one, which ends in {{last4}}, or replace the token with a grace period.',
      { last4: project.ingest_token_last4 },
    ),
    too_large: t('The usual cause is a large screenshot: send a JPEG of less than 700 kB, or none.'),
  }
  return remedies[reason as Reason] ?? t('A reason reported by the program.')
}
