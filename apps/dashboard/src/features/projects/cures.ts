import { t } from '../../lib/words.ts'
import type { Project } from './queries.ts'

/** Why events were refused, in words. */
export function reasonWord(reason: string): string {
  const words: Record<string, string> = {
    app_id_mismatch: t('Another app_id'),
    invalid_payload: t('A field is missing or wrong'),
    malformed_body: t('Not JSON'),
    malformed_request: t('Not HTTP as it should be'),
    payload_too_large: t('Over 1 MB'),
    rate_limited: t('Over 1000 requests in a minute'),
    invalid_ingest_token: t('A token that is not valid any more'),
    unsupported_media_type: t('Not sent as JSON'),
    unsupported_encoding: t('Compressed in an unknown way'),
    request_timeout: t('Sent too slowly'),
    storage_full: t('The disk is full'),
    overloaded: t('The server had too much to do'),
    subscription_inactive: t('The subscription has ended'),
    buffer_full: t('The buffer of the program was full'),
  }
  return words[reason] ?? reason
}

/** What to do about it: one or two sentences. */
export function cureOf(reason: string, project: Project): string {
  const cures: Record<string, string> = {
    app_id_mismatch: t('This project takes {{ids}}. Send that app_id, or add yours in the settings of the project.', {
      ids: project.app_ids.join(', '),
    }),
    invalid_payload: t('The answer to such a request names the field in “errors”. At most 50 breadcrumbs are taken.'),
    malformed_body: t('The body has to be one JSON object in UTF-8.'),
    payload_too_large: t('The usual cause is a large screenshot: send a JPEG of less than 700 kB, or none.'),
    rate_limited: t('Send equal errors as one event with “repeat”, or wait as long as Retry-After says.'),
    invalid_ingest_token: t(
      'A program still sends an old token. Give it the present one, which ends in {{last4}}, or make a new one with a grace.',
      { last4: project.ingest_token_last4 },
    ),
    unsupported_media_type: t('Send Content-Type: application/json.'),
    unsupported_encoding: t('Send gzip, deflate, br, or nothing of the kind.'),
    request_timeout: t('The connection of the sender is slow or was cut. Clients send it again.'),
    storage_full: t('Give the server more disk, raise BUGLE_MAX_DISK, or lower BUGLE_RETENTION.'),
    overloaded: t('It passes by itself, and clients send again. Where it lasts, give the server more CPU.'),
    subscription_inactive: t('Renew the subscription; clients keep what they have and send it later.'),
    buffer_full: t('The program had more errors than it keeps while it cannot send.'),
  }
  return cures[reason] ?? t('The table of error codes at /api/docs says what it means.')
}
