import type { HexId } from '@bugle/protocol'
import type { RateLimiter } from '../../../ports/rate-limiter.ts'
import type { HealthQueue } from '../../health/index.ts'
import type { Attachment } from '../../storage/index.ts'
import type { IngestDeps, KnownToken } from '../admission/index.ts'

/** Kinds of items beside events that have limits of their own: those of one use up none of another. */
export type HealthKind = 'session' | 'check_in' | 'feedback' | 'client_report'
/** By project. */
export type HealthLimiters = Record<HealthKind, RateLimiter>

/** Parts of ingest that take items beside events. */
export interface ItemDeps extends IngestDeps {
  /** Allows ten times the rate of events: requests without an event do not use up their limit. */
  requestLimiter: RateLimiter
  healthLimiters: HealthLimiters
  /** Free space for sessions, check-ins and feedback. */
  healthSpace: IngestDeps['freeSpace']
  health: Pick<HealthQueue, 'add'>
  /** Adds files to an event that is stored already; false if there is none. */
  attach: (
    event: { projectId: number; clientId: HexId | undefined; now: number },
    attachments: readonly Attachment[],
  ) => Promise<boolean>
}

/** A sender of items, once it is admitted. */
export interface ItemSender {
  deps: ItemDeps
  token: KnownToken | undefined
}
