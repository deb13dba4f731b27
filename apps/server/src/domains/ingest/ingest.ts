import type { IncomingMessage } from 'node:http'
import { type DropReason, limits, toBoundId } from '@bugle/protocol'
import { isDatabaseAway } from '../../db/database-away.ts'
import type { RateDecision, RateLimiter } from '../../ports/rate-limiter.ts'
import { Refusal } from '../../refusal.ts'
import type { OutcomeCounter } from '../outcomes/index.ts'
import type { AcceptedEvent } from '../storage/index.ts'
import type { Batcher, Stored } from './batcher.ts'
import type { ByteBudget } from './byte-budget.ts'
import type { DiskRoom } from './disk-room.ts'
import { chooseEventId } from './event-id.ts'
import type { GroupCache } from './group-cache.ts'
import { prepareEvent } from './prepare-event.ts'
import { readBody } from './read-body.ts'
import { type KnownToken, LookupTimedOut, type TokenCache } from './token-cache.ts'
import { validateEvent } from './validate.ts'

export interface IngestDeps {
  tokens: TokenCache
  limiter: RateLimiter
  groups: GroupCache
  batcher: Batcher
  ledger: OutcomeCounter
  budget: ByteBudget
  room: DiskRoom
  /** True from the order to drain on: connections are then given up after their answer. */
  isDraining: () => boolean
  /** Called with the status of each answer, and the time that it took. */
  onResponse: (status: number, milliseconds: number) => void
}

export interface Acknowledged {
  eventId: string
  issueId: string
  rate: RateDecision
}

/** A refusal on its way out, with the rate that was charged for it. */
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
 * One event from its request to the disk. The order of refusal is part of the interface:
 * 401 token → 413 by Content-Length → 429 rate → 402 subscription → 413 while reading → 400 shape → 403 app_id.
 *
 * @throws IngestRefusal; every refusal of a known project is in its ledger
 */
export async function ingest(deps: IngestDeps, request: IncomingMessage): Promise<Acknowledged> {
  // One function waits for all, as long as it can: each in a chain of them is some objects more that live until the
  // answer, which is what collecting the garbage costs by.
  const found = findToken(deps, request)
  const token = liveToken(deps, found instanceof Promise ? await found : found)
  const { projectId, tokenId } = token
  deps.ledger.countRequest(projectId, tokenId)
  let rate: RateDecision | undefined
  let bytesHeld = 0
  // What a body declares says little of what it becomes, or of whether it ever comes: it takes bytes as it grows.
  const grow = (bytes: number) => {
    if (!deps.budget.tryTake(tokenId, bytes)) throw overloaded()
    bytesHeld += bytes
  }
  try {
    // Every request past the 401 counts, one that is refused for its length too.
    const decision = deps.limiter.take(tokenId)
    rate = decision instanceof Promise ? await decision.catch(refuseOverloaded) : decision
    admit(deps, request, token, rate)
    const { headers } = request
    const body = await readBody(request, headers['content-encoding'], grow)
    const { eventId, groupId } = idsOf(await deps.batcher.add(accept(deps, body, token, headers['idempotency-key'])))
    return { eventId: toBoundId('evt', projectId, eventId), issueId: toBoundId('iss', projectId, groupId), rate }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const reason = dropReasons[error.code]
    if (reason !== undefined) deps.ledger.count(projectId, reason, detailOf(error))
    throw new IngestRefusal(error, rate)
  } finally {
    deps.budget.give(tokenId, bytesHeld)
  }
}

const dropReasons: { [code: string]: DropReason | undefined } = {
  invalid_ingest_token: 'token_revoked',
  subscription_inactive: 'subscription_inactive',
  payload_too_large: 'too_large',
  rate_limited: 'rate_limited',
  malformed_body: 'invalid_payload',
  invalid_payload: 'invalid_payload',
  unsupported_encoding: 'invalid_payload',
  app_id_mismatch: 'app_id_mismatch',
  storage_full: 'storage_full',
  project_storage_full: 'project_storage_full',
  overloaded: 'overloaded',
}

/** Keeps the app_id that came for the ledger; the caller knows it. */
class AppIdMismatch extends Refusal {
  readonly appId: string

  constructor(appId: string) {
    super('app_id_mismatch')
    this.appId = appId
  }
}

/** For the owner of the project: names of fields, never what was in them. */
function detailOf(refusal: Refusal): string | undefined {
  if (refusal instanceof AppIdMismatch) return refusal.appId
  return refusal.errors && Object.keys(refusal.errors).join(', ')
}

function findToken(
  { tokens }: IngestDeps,
  { headers }: IncomingMessage,
): KnownToken | undefined | Promise<KnownToken | undefined> {
  const text = headers['x-service-token']
  const found = typeof text === 'string' ? tokens.get(text) : undefined
  return found instanceof Promise ? found.catch(refuseWhileAway) : found
}

function liveToken({ ledger }: IngestDeps, token: KnownToken | undefined): KnownToken {
  if (token === undefined) throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
  if (token.state === 'live' && (token.liveUntil === undefined || token.liveUntil > Date.now())) return token
  if (token.state !== 'project_deleted') ledger.count(token.projectId, 'token_revoked')
  throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
}

function refuseWhileAway(error: unknown): never {
  if (!(error instanceof LookupTimedOut || isDatabaseAway(error))) throw error
  throw new IngestRefusal(overloaded(), undefined)
}

/** What can be said before the body is read, in the order of refusal. */
function admit(
  { room, batcher, budget }: IngestDeps,
  { headers }: IncomingMessage,
  token: KnownToken,
  rate: RateDecision,
): void {
  const declared = headers['content-length'] === undefined ? 0 : Number(headers['content-length'])
  if (declared > limits.ingestBytes) throw new Refusal('payload_too_large')
  if (!rate.isAllowed)
    throw new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(rate.resetMs / 1000)) })
  if (token.refuseAfter !== undefined && token.refuseAfter <= Date.now()) throw new Refusal('subscription_inactive')
  const full = room.refusalFor(token.projectId)
  if (full !== undefined) throw new Refusal(full, { retryAfterSeconds: 60 })
  if (batcher.isBehind || !budget.fits(token.tokenId, declared)) throw overloaded()
}

function accept(
  { groups }: IngestDeps,
  body: Buffer,
  { projectId, tokenId, appIds }: KnownToken,
  idempotencyKey: string | string[] | undefined,
): AcceptedEvent {
  const event = validateEvent(parseJson(body))
  if (!appIds.includes(event.app_id)) throw new AppIdMismatch(event.app_id)
  const now = Date.now()
  const key = typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : undefined
  const id = chooseEventId(event.event_id, key, now)
  return prepareEvent(event, body, { projectId, tokenId, id, now, groups })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal('malformed_body')
  }
}

function idsOf(stored: Stored): { eventId: string; groupId: string } {
  switch (stored.outcome) {
    case 'stored':
      return stored
    case 'token_dead':
      throw new Refusal('invalid_ingest_token')
    case 'unavailable':
      throw overloaded()
  }
}

/** A limit that cannot be asked is not passed. */
function refuseOverloaded(): never {
  throw overloaded()
}

function overloaded(): Refusal {
  return new Refusal('overloaded', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) })
}
