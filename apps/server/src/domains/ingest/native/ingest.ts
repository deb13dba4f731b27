import type { IncomingMessage } from 'node:http'
import { limits, toBoundId } from '@bugle/protocol'
import type { RateDecision } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { AcceptedEvent } from '../../storage/index.ts'
import {
  AppIdMismatch,
  admit,
  checkDeclaredLength,
  checkFreeSpace,
  checkLoad,
  checkRate,
  checkSubscription,
  detailOf,
  dropReasons,
  holdBody,
  type IngestDeps,
  IngestRefusal,
  idsOf,
  type KnownToken,
  liveToken,
  overloaded,
  parseJson,
  readBody,
  refuseOverloaded,
} from '../admission/index.ts'
import { chooseEventId, prepareEvent } from '../append/index.ts'
import { findToken } from './find-token.ts'
import type { Taken } from './taken.ts'
import { validateEvent } from './validate.ts'

/** The checks before the body is read, in the order of refusal. */
const checks = [checkDeclaredLength, checkRate, checkSubscription(), checkFreeSpace, checkLoad]

/**
 * Takes one event from its request to the disk. The order of refusal is part of the API: 401 token, `checks`
 * (413 by Content-Length, 429 rate, 402 subscription, 503 disk and load), 413 while reading, 400 shape, 403 app_id.
 *
 * @throws IngestRefusal; every refusal of a known project is counted among its outcomes
 */
export async function ingest(deps: IngestDeps, request: IncomingMessage): Promise<Taken> {
  // One async function on purpose: every further promise in the chain lives until the response and costs GC time.
  const found = findToken(deps, request)
  const token = liveToken(deps, found instanceof Promise ? await found : found)
  const { projectId, tokenId } = token
  deps.outcomes.countRequest(projectId, tokenId)
  let rate: RateDecision | undefined
  // The declared length says little about the decoded size, or whether the body ever arrives: bytes are taken as it grows.
  const held = holdBody(deps.budget, tokenId, request)
  const grow = (bytes: number) => {
    if (!held.take(bytes)) throw overloaded()
  }
  try {
    // Every request past the 401 counts, including one refused for its length.
    const decision = deps.limiter.take(tokenId)
    rate = decision instanceof Promise ? await decision.catch(refuseOverloaded) : decision
    admit(checks, { deps, request, token, rate, maxBytes: limits.ingestBytes })
    const body = await readBody(request, grow)
    const { headers } = request
    const { eventId, groupId } = idsOf(await deps.batcher.add(accept(deps, body, token, headers['idempotency-key'])))
    const [event, issue] = [toBoundId('evt', projectId, eventId), toBoundId('iss', projectId, groupId)]
    return { body: `{"event_id":"${event}","issue_id":"${issue}"}`, rate }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = dropReasons[error.code]
    if (reason !== undefined) deps.outcomes.count(projectId, reason, detailOf(error))
    throw new IngestRefusal(error, rate)
  } finally {
    held.release()
  }
}

function accept(
  { groups, now: clock }: IngestDeps,
  body: Buffer,
  { projectId, tokenId, appIds, hasArtifacts }: KnownToken,
  idempotencyKey: string | string[] | undefined,
): AcceptedEvent {
  const event = validateEvent(parseJson(body))
  if (!appIds.includes(event.app_id)) throw new AppIdMismatch(event.app_id)
  const now = clock().getTime()
  const key = typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : undefined
  const id = chooseEventId(event.event_id, key, now)
  return prepareEvent({ event }, body, { projectId, tokenId, hasArtifacts, id, now, groups })
}
