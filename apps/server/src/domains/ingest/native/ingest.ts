import type { IncomingMessage } from 'node:http'
import { type DropReason, type HexId, limits, toBoundId } from '@bugle/protocol'
import { parseBounded } from '@bugle/sentry-event'
import { isDatabaseUnavailable } from '../../../db/database-unavailable.ts'
import type { ByteBudget, Holding } from '../../../lib/byte-budget.ts'
import type { DiskRoom } from '../../../lib/free-space.ts'
import type { RateDecision, RateLimiter } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { OutcomeCounter } from '../../outcomes/index.ts'
import type { AcceptedEvent } from '../../storage/index.ts'
import type { AppendOutcome, Batcher } from '../append/batcher.ts'
import { chooseEventId } from '../append/event-id.ts'
import { prepareEvent } from '../append/prepare-event.ts'
import { readBody } from '../admission/read-body.ts'
import type { StoredGroups } from '../append/stored-groups.ts'
import { type KnownToken, LookupTimedOut, type TokenCache } from '../admission/token-cache.ts'
import { validateEvent } from './validate.ts'

export interface IngestDeps {
  tokens: TokenCache
  limiter: RateLimiter
  groups: StoredGroups
  batcher: Batcher
  outcomes: OutcomeCounter
  budget: ByteBudget
  room: DiskRoom
  now: () => Date
  /** True once the process drains: connections then close after their response. */
  isDraining: () => boolean
  /** Receives the status and duration of each response. */
  onResponse: (status: number, milliseconds: number) => void
}

export interface Acknowledged {
  eventId: string
  issueId: string
  rate: RateDecision
}

/** A refusal of a request, with the rate-limit decision it was charged for. */
export class IngestRefusal extends Error {
  readonly refusal: Refusal
  readonly rate: RateDecision | undefined

  constructor(refusal: Refusal, rate: RateDecision | undefined) {
    super(refusal.message)
    this.refusal = refusal
    this.rate = rate
  }
}

/**
 * Takes one event from its request to the disk. The order of refusal is part of the API: 401 token, `admissionChecks`
 * (413 by Content-Length, 429 rate, 402 subscription, 503 disk and load), 413 while reading, 400 shape, 403 app_id.
 *
 * @throws IngestRefusal; every refusal of a known project is counted among its outcomes
 */
export async function ingest(deps: IngestDeps, request: IncomingMessage): Promise<Acknowledged> {
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
    const { headers } = request
    const attempt = { deps, token, rate, declaredBytes: Number(headers['content-length'] ?? 0) }
    for (const check of admissionChecks) {
      const refusal = check(attempt)
      if (refusal !== undefined) throw refusal
    }
    const body = await readBody(request, grow)
    const { eventId, groupId } = idsOf(await deps.batcher.add(accept(deps, body, token, headers['idempotency-key'])))
    return { eventId: toBoundId('evt', projectId, eventId), issueId: toBoundId('iss', projectId, groupId), rate }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = dropReasons[error.code]
    if (reason !== undefined) deps.outcomes.count(projectId, reason, detailOf(error))
    throw new IngestRefusal(error, rate)
  } finally {
    held.release()
  }
}

export const dropReasons: { [code: string]: DropReason | undefined } = {
  invalid_ingest_token: 'token_revoked',
  subscription_inactive: 'subscription_inactive',
  payload_too_large: 'too_large',
  rate_limited: 'rate_limited',
  malformed_body: 'invalid_payload',
  invalid_payload: 'invalid_payload',
  unsupported_encoding: 'invalid_payload',
  app_id_mismatch: 'app_id_mismatch',
  origin_not_allowed: 'origin_not_allowed',
  storage_full: 'storage_full',
  project_storage_full: 'project_storage_full',
  overloaded: 'overloaded',
}

/** Carries the app_id that was sent, as a hint to the project's owner. */
export class AppIdMismatch extends Refusal {
  readonly appId: string

  constructor(appId: string) {
    super('app_id_mismatch')
    this.appId = appId
  }
}

/** Carries the origin of the page, as a hint as well. */
export class OriginNotAllowed extends Refusal {
  readonly origin: string

  constructor(origin: string) {
    super('origin_not_allowed')
    this.origin = origin
  }
}

/** Returns a hint for the project's owner: names of invalid fields, never their values. */
export function detailOf(refusal: Refusal): string | undefined {
  if (refusal instanceof AppIdMismatch) return refusal.appId
  if (refusal instanceof OriginNotAllowed) return refusal.origin.slice(0, limits.shortText)
  return refusal.errors && Object.keys(refusal.errors).join(', ')
}

function findToken(
  { tokens }: IngestDeps,
  { headers }: IncomingMessage,
): KnownToken | undefined | Promise<KnownToken | undefined> {
  const text = headers['x-service-token']
  // The key of a DSN is public and opens the Sentry door alone.
  const found = typeof text === 'string' && text.startsWith('bgl_live_') ? tokens.get(text) : undefined
  return found instanceof Promise ? found.catch(refuseWhileAway) : found
}

export function liveToken({ outcomes, now }: IngestDeps, token: KnownToken | undefined): KnownToken {
  if (token === undefined) throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
  if (token.state === 'live' && (token.liveUntil === undefined || token.liveUntil > now().getTime())) return token
  if (token.state !== 'project_deleted') outcomes.count(token.projectId, 'token_revoked')
  throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
}

export function refuseWhileAway(error: unknown): never {
  if (!(error instanceof LookupTimedOut || isDatabaseUnavailable(error))) throw error
  throw new IngestRefusal(overloaded(), undefined)
}

/** A request whose token is live and counted against its rate limit; its body is not read yet. */
interface Attempt {
  deps: IngestDeps
  token: KnownToken
  rate: RateDecision
  /** Bytes by Content-Length; 0 without one. */
  declaredBytes: number
}

/** The checks before the body is read, in the order of refusal. Each returns a refusal or nothing. */
const admissionChecks = [checkDeclaredLength, checkRate, checkSubscription, checkDisk, checkLoad]

function checkDeclaredLength({ declaredBytes }: Attempt): Refusal | undefined {
  if (declaredBytes > limits.ingestBytes) return new Refusal('payload_too_large')
}

function checkRate({ rate }: Attempt): Refusal | undefined {
  if (!rate.isAllowed)
    return new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(rate.resetMs / 1000)) })
}

function checkSubscription({ deps, token: { refuseAfter } }: Attempt): Refusal | undefined {
  if (refuseAfter !== undefined && refuseAfter <= deps.now().getTime()) return new Refusal('subscription_inactive')
}

function checkDisk({ deps, token }: Attempt): Refusal | undefined {
  const code = deps.room.refusalFor(token.projectId)
  if (code !== undefined) return new Refusal(code, { retryAfterSeconds: 60 })
}

function checkLoad({ deps, token, declaredBytes }: Attempt): Refusal | undefined {
  if (deps.batcher.isBehind || !deps.budget.fits(token.tokenId, declaredBytes)) return overloaded()
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
  return prepareEvent(event, body, { projectId, tokenId, hasArtifacts, id, now, groups })
}

export function parseJson(body: Buffer): unknown {
  try {
    return parseBounded(body.toString('utf8'))
  } catch {
    throw new Refusal('malformed_body')
  }
}

export function idsOf(stored: AppendOutcome): { eventId: HexId; groupId: HexId } {
  switch (stored.outcome) {
    case 'stored':
      return stored
    case 'token_dead':
      throw new Refusal('invalid_ingest_token')
    case 'unavailable':
      throw overloaded()
  }
}

/** Without a decision of the rate limiter nothing is let in. */
export function refuseOverloaded(): never {
  throw overloaded()
}

/** Begins a body whose bytes are taken as it arrives. Until then it may have to give way to one of another sender. */
export function holdBody(budget: ByteBudget, sender: number | string, request: IncomingMessage): Holding {
  return budget.hold(sender, () => {
    if (request.complete || request.listenerCount('error') === 0) return false
    // Fails the reading of the body as a broken connection does; its reader responds.
    request.emit('error', overloaded())
    return true
  })
}

export function overloaded(): Refusal {
  return new Refusal('overloaded', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) })
}
