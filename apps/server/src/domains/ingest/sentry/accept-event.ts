import { limits, parseHexId } from '@bugle/protocol'
import {
  inKnownForm,
  scrubEvent,
  shrinkEvent,
  storedHead,
  timeOf,
  translateEvent,
  translatorVersion,
} from '@bugle/sentry-event'
import { Refusal } from '../../../refusal.ts'
import { anonymousIdOf } from '../../counters/index.ts'
import type { AcceptedEvent, Attachment } from '../../storage/index.ts'
import { AppIdMismatch, type KnownToken } from '../admission/index.ts'
import { chooseDerivedId, prepareEvent, type StoredGroups } from '../append/index.ts'

export interface AcceptContext {
  token: KnownToken
  groups: StoredGroups
  now: number
  /** Makes anonymous ids of persons. */
  personKey: Buffer
  /** The envelope's id, which weighs more than that of the payload. */
  clientId: string | undefined
  /** Milliseconds by which the sender's clock is behind; 0 if it is about right. */
  shiftMs: number
  attachments?: readonly Attachment[] | undefined
  /** How many equal ones it stands for; 1 by default. */
  repeat?: number | undefined
}

type Fields = Record<string, unknown>

/**
 * Turns a parsed Sentry event into its stored form: personal data removed, translated for its group and columns, and
 * stored with its own bytes. The received bytes are kept if nothing had to be removed.
 *
 * @throws Refusal payload_too_large, app_id_mismatch
 */
export function acceptSentryEvent(parsed: Fields, received: Buffer | undefined, context: AcceptContext): AcceptedEvent {
  const sent = inKnownForm(parsed)
  const { token, now, personKey } = context
  const clientId = context.clientId ?? parseHexId(sent.event_id)
  const { sentry } = token
  const { removed } = scrubEvent(sent, {
    anonymousId: (text) => anonymousIdOf(personKey, token.projectId, text),
    keepUserFields: sentry.keep_user_fields,
    keepRequestBody: sentry.keep_request_body,
    dropVars: sentry.drop_vars,
    sensitiveKeys: sentry.sensitive_keys,
  })
  const { bytes, trimmed } = bytesOf(sent, removed.length > 0 ? undefined : received)
  const head = {
    v: translatorVersion,
    app_id: appIdOf(sent, token),
    ...(clientId === undefined ? {} : { client_id: clientId }),
    ...(removed.length > 0 ? { scrubbed: removed } : {}),
    ...(trimmed.length > 0 ? { trimmed } : {}),
    ...(context.repeat === undefined ? {} : { repeat: context.repeat }),
  }
  const translated = translateEvent(sent, { appId: head.app_id, clientId, repeat: context.repeat, isForColumns: true })
  const { event } = translated
  if (typeof event.timestamp === 'number') event.timestamp += context.shiftMs
  const accepted = prepareEvent(translated, bytes, {
    projectId: token.projectId,
    tokenId: token.tokenId,
    hasArtifacts: token.hasArtifacts,
    id: chooseDerivedId({ projectId: token.projectId, clientId, time: timeOf(sent.timestamp), now }),
    now,
    groups: context.groups,
  })
  accepted.head = storedHead(head)
  if (context.attachments?.length) accepted.attachments = context.attachments
  return accepted
}

function bytesOf(sent: Fields, received: Buffer | undefined): { bytes: Buffer; trimmed: string[] } {
  const bytes = received ?? Buffer.from(JSON.stringify(sent))
  if (bytes.length <= limits.ingestBytes) return { bytes, trimmed: [] }
  const shrunk = shrinkEvent(sent, limits.ingestBytes)
  if (shrunk === undefined) throw new Refusal('payload_too_large')
  return shrunk
}

/**
 * Sentry's events have no field for a bundle: it is in a context, or before the version of a release, if that is pinned.
 *
 * @throws Refusal app_id_mismatch where the project requires a pinned one
 */
function appIdOf(sent: Fields, { appIds, sentry }: Pick<KnownToken, 'appIds' | 'sentry'>): string {
  const { app } = (sent.contexts ?? {}) as { app?: { app_identifier?: unknown } }
  const named = typeof app === 'object' && app !== null ? app.app_identifier : undefined
  const ofApp = typeof named === 'string' && named !== '' ? named.slice(0, limits.shortText) : undefined
  const ofRelease = typeof sent.release === 'string' ? sent.release.split('@')[0]!.slice(0, limits.shortText) : ''
  const isPinned = appIds.includes(ofApp ?? ofRelease)
  if (sentry.require_app_id && !isPinned) throw new AppIdMismatch(ofApp ?? (ofRelease || 'none'))
  return ofApp ?? (isPinned ? ofRelease : appIds[0]!)
}
