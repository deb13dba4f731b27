import type { Schemas } from '@bugle/api-client'
import { t } from '../../lib/words.ts'
import type { Project } from './queries.ts'

/** Why the server refuses events, and why our own clients drop some. */
type Reason =
  | Schemas['Drops']['refused'][number]['reason']
  | 'before_send'
  | 'ignored'
  | 'queue_full'
  | 'sampled'
  | 'store_full'

/** Why events were refused or dropped, in words. Other clients have reasons of their own. */
export function reasonWord(reason: string): string {
  const words: Record<Reason, string> = {
    app_id_mismatch: t('Another app_id'),
    before_send: t('Left out by the program'),
    ignored: t('Left out by the program'),
    invalid_payload: t('A field is missing or wrong'),
    overloaded: t('The server had too much to do'),
    queue_full: t('The queue of the program was full'),
    rate_limited: t('Over 1000 requests in a minute'),
    sampled: t('Left out by the program'),
    storage_full: t('The disk is full'),
    store_full: t('Kept for too long'),
    subscription_inactive: t('The subscription has ended'),
    token_revoked: t('A token that is not valid any more'),
    too_large: t('Over 1 MB'),
  }
  return words[reason as Reason] ?? reason
}

/** What to do about it: one or two sentences. */
export function cureOf(reason: string, project: Project): string {
  const cures: Record<Reason, string> = {
    app_id_mismatch: t('This project takes {{ids}}. Send that app_id, or add yours in the settings of the project.', {
      ids: project.app_ids.join(', '),
    }),
    before_send: t('Its {{option}} says so.', { option: 'beforeSend' }),
    ignored: t('Its {{option}} says so.', { option: 'ignoreErrors' }),
    invalid_payload: t('The answer to such a request names the field in “errors”. At most 50 breadcrumbs are taken.'),
    overloaded: t('It passes by itself, and clients send again. Where it lasts, give the server more CPU.'),
    queue_full: t('The program had more errors than it keeps while it cannot send.'),
    rate_limited: t('Send equal errors as one event with “repeat”, or wait as long as Retry-After says.'),
    sampled: t('Its {{option}} says so.', { option: 'sampleRate' }),
    storage_full: t('Give the server more disk, raise BUGLE_MAX_DISK, or lower BUGLE_RETENTION.'),
    store_full: t('A program keeps what it could not send for 30 days, and a hundred events at most.'),
    subscription_inactive: t('Renew the subscription; clients keep what they have and send it later.'),
    token_revoked: t(
      'A program still sends an old token. Give it the present one, which ends in {{last4}}, or make a new one with a grace.',
      { last4: project.ingest_token_last4 },
    ),
    too_large: t('The usual cause is a large screenshot: send a JPEG of less than 700 kB, or none.'),
  }
  return cures[reason as Reason] ?? t('This is what the program calls it.')
}
