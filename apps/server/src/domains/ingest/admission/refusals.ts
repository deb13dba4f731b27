import { type DropReason, type HexId, limits } from '@bugle/protocol'
import type { RateDecision } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { AppendOutcome } from '../append/index.ts'

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

/** Returns the ids of a stored event. @throws Refusal */
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

export function rateLimited({ resetMs }: RateDecision): Refusal {
  return new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)) })
}

/** Without a decision of the rate limiter nothing is let in. */
export function refuseOverloaded(): never {
  throw overloaded()
}

export function overloaded(): Refusal {
  return new Refusal('overloaded', { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) })
}
