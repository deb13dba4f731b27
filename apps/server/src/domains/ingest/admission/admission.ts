import type { IncomingMessage } from 'node:http'
import { limits } from '@bugle/protocol'
import type { ByteBudget } from '../../../lib/byte-budget.ts'
import type { RateDecision, RateLimiter } from '../../../ports/rate-limiter.ts'
import { Refusal } from '../../../refusal.ts'
import type { EventWriter, Outcomes, Space, StoredGroups } from '../append/index.ts'
import { isAllowedOrigin } from './origins.ts'
import { OriginNotAllowed, overloaded, rateLimited } from './refusals.ts'
import type { KnownToken, TokenCache } from './token-cache.ts'

/** Parts of ingest that every way in uses. */
export interface IngestDeps {
  tokens: TokenCache
  limiter: RateLimiter
  groups: StoredGroups
  batcher: EventWriter
  outcomes: Outcomes
  budget: ByteBudget
  freeSpace: Space
  now: () => Date
  /** True once the process drains: connections then close after their response. */
  isDraining: () => boolean
  /** Receives the status and duration of each response. */
  onResponse: (status: number, milliseconds: number) => void
  /** Receives an unexpected error with the id of its request. */
  onBug: (error: unknown, requestId: string) => void
}

/** A request whose token is live and counted against its rate limit; its body is not read yet. */
export interface Attempt {
  deps: IngestDeps
  request: IncomingMessage
  token: KnownToken
  rate: RateDecision
  /** Most bytes of the body as it is sent. */
  maxBytes: number
}

/** A check before the body is read. */
export type Check = (attempt: Attempt) => Refusal | undefined

/** Runs the checks of a way in, in its order of refusal. @throws Refusal */
export function admit(checks: readonly Check[], attempt: Attempt): void {
  for (const check of checks) {
    const refusal = check(attempt)
    if (refusal !== undefined) throw refusal
  }
}

/** Returns the bytes by Content-Length; 0 without one. */
function declaredBytesOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

export const checkDeclaredLength: Check = ({ request, maxBytes }) =>
  declaredBytesOf(request) > maxBytes ? new Refusal('payload_too_large') : undefined

export const checkRate: Check = ({ rate }) => (rate.isAllowed ? undefined : rateLimited(rate))

export const checkOrigin: Check = ({ request, token }) => {
  const { origin } = request.headers
  return isAllowedOrigin(origin, token.allowedOrigins) ? undefined : new OriginNotAllowed(origin!)
}

/** @param retryAfterSeconds for SDKs that know no end of a subscription */
export function checkSubscription(retryAfterSeconds?: number): Check {
  const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return ({ deps, token: { refuseAfter } }) =>
    refuseAfter !== undefined && refuseAfter <= deps.now().getTime()
      ? new Refusal('subscription_inactive', options)
      : undefined
}

export const checkFreeSpace: Check = ({ deps, token }) => {
  const code = deps.freeSpace.refusalFor(token.projectId)
  return code && new Refusal(code, { retryAfterSeconds: 60 })
}

export const checkLoad: Check = ({ deps, request, token }) => {
  // An SDK may declare the size of a replay that is skipped unread.
  const bytes = Math.min(declaredBytesOf(request), limits.ingestBytes)
  return deps.batcher.isBehind(token.projectId) || !deps.budget.fits(token.tokenId, bytes) ? overloaded() : undefined
}
