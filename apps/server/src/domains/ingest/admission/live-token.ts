import { isDatabaseUnavailable } from '../../../db/database-unavailable.ts'
import { Refusal } from '../../../refusal.ts'
import type { IngestDeps } from './admission.ts'
import { IngestRefusal, overloaded } from './refusals.ts'
import { type KnownToken, LookupTimedOut } from './token-cache.ts'

/** Returns the token of a request if it is live. @throws IngestRefusal */
export function liveToken({ outcomes, now }: IngestDeps, token: KnownToken | undefined): KnownToken {
  if (token === undefined) throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
  const isLive = token.state === 'live' && (token.liveUntil === undefined || token.liveUntil > now().getTime())
  if (isLive && token.isPaused) throw new IngestRefusal(overloaded(), undefined)
  if (isLive) return token
  if (token.state !== 'project_deleted') outcomes.count(token.projectId, 'token_revoked')
  throw new IngestRefusal(new Refusal('invalid_ingest_token'), undefined)
}

export function refuseWhileAway(error: unknown): never {
  if (!(error instanceof LookupTimedOut || isDatabaseUnavailable(error))) throw error
  throw new IngestRefusal(overloaded(), undefined)
}
