import type { IncomingMessage } from 'node:http'
import { type HexId, limits, parseBoundId, parseHexId, toHexId } from '@bugle/protocol'
import type { RateDecision } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { LimitedItem } from '../../health/index.ts'
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
  IngestRefusal,
  type KnownToken,
  liveToken,
  overloaded,
  readBody,
  refuseOverloaded,
} from '../admission/index.ts'
import { type ItemDeps, isWithinLimit, type Limited } from '../items/index.ts'
import { findToken } from './find-token.ts'

/** The checks before the body is read, in the order of refusal. */
const checks = [checkDeclaredLength, checkRate, checkSubscription(), checkFreeSpace, checkLoad]

/** A sender of an item whose token is live and whose body is read. */
export interface ItemRequest {
  deps: ItemDeps
  request: IncomingMessage
  token: KnownToken
  rate: RateDecision
  body: Buffer
}

/**
 * Admits a request, reads its body and takes what is in it. The order of refusal is that of `ingest`.
 *
 * @param space where the item is stored
 * @throws IngestRefusal; every refusal of a known project is counted among its outcomes
 */
export async function receiveItem<T>(
  { deps, request, space }: { deps: ItemDeps; request: IncomingMessage; space: 'freeSpace' | 'healthSpace' },
  take: (incoming: ItemRequest) => Promise<T>,
): Promise<{ taken: T; rate: RateDecision }> {
  const token = liveToken(deps, await findToken(deps, request))
  const { projectId, tokenId } = token
  deps.outcomes.countRequest(projectId, tokenId)
  let rate: RateDecision | undefined
  const held = holdBody(deps.budget, tokenId, request)
  try {
    rate = await Promise.resolve(deps.requestLimiter.take(tokenId)).catch(refuseOverloaded)
    const attempt = { deps: { ...deps, freeSpace: deps[space] }, request, token, rate, maxBytes: limits.ingestBytes }
    admit(checks, attempt)
    const body = await readBody(request, (bytes) => {
      if (!held.take(bytes)) throw overloaded()
    })
    return { taken: await take({ deps, request, token, rate, body }), rate }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    countRefusal(deps, projectId, error)
    throw new IngestRefusal(error, rate)
  } finally {
    held.release()
  }
}

export function countRefusal({ outcomes }: ItemDeps, projectId: number, refusal: Refusal): void {
  const reason = dropReasons[refusal.code]
  if (reason !== undefined) outcomes.count(projectId, reason, detailOf(refusal))
}

/** @throws AppIdMismatch */
export function checkAppId({ appIds }: KnownToken, appId: string): void {
  if (!appIds.includes(appId)) throw new AppIdMismatch(appId)
}

/** Stores an item unless its kind is over its limit. @throws IngestRefusal */
export async function storeItem(incoming: ItemRequest, item: LimitedItem): Promise<void> {
  const limited: Limited = new Map()
  if (!isWithinLimit(incoming, item, limited)) throw new IngestRefusal(itemsLimited(limited), incoming.rate)
  await incoming.deps.health.add([item])
}

/** Refuses a request whose items were all over their limit; they are counted already. */
export function itemsLimited(limited: Limited): Refusal {
  return new Refusal('rate_limited', { retryAfterSeconds: Math.max(...limited.values()) })
}

/** Returns the `Idempotency-Key` of a request. */
export function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const { 'idempotency-key': given } = headers
  return typeof given === 'string' && given !== '' ? given : undefined
}

/**
 * Reads the id by which a request names an event: that of the event's 202, or the one that the client gave it.
 *
 * @throws Refusal invalid_payload
 */
export function eventIdOf(text: string, { projectId }: KnownToken): HexId {
  const bound = parseBoundId('evt', text)
  const id = bound === undefined ? parseHexId(text) : bound.projectId === projectId ? toHexId(bound.uuid) : undefined
  if (id === undefined) throw noSuchEvent()
  return id
}

export function noSuchEvent(): Refusal {
  return new Refusal('invalid_payload', { errors: { event_id: ['must be the id of an event of the project'] } })
}
