import type { HexId } from '@bugle/protocol'
import type { FreeSpace } from '../../../lib/free-space.ts'
import type { RateLimiter } from '../../../ports/rate-limiter.ts'
import type { HealthQueue } from '../../health/index.ts'
import type { Attachment } from '../../storage/index.ts'
import type { DsnDeps, DsnRequest } from '../admission/index.ts'
import type { DialogLimiter } from './dialog-limiter.ts'
import type { ReportFolds } from './report-folds.ts'

/** One request of a Sentry SDK. */
export type SentryRequest = DsnRequest<SentryDeps>

/** Kinds of items beside events that have limits of their own: those of one use up none of another. */
export type HealthKind = 'session' | 'check_in' | 'feedback' | 'client_report'
/** By project. */
export type HealthLimiters = Record<HealthKind, RateLimiter>

export interface SentryDeps extends DsnDeps {
  healthLimiters: HealthLimiters
  /** Free space for sessions, check-ins and feedback. */
  healthSpace: FreeSpace
  health: HealthQueue
  /** Adds files to an event that is stored already; false if there is none. */
  attach: (
    event: { projectId: number; clientId: HexId | undefined; now: number },
    attachments: readonly Attachment[],
  ) => Promise<boolean>
  /** Whether SDKs may be asked to stop sending what is not kept. */
  hints: boolean
  dialogLimiter: DialogLimiter
  reports: ReportFolds
}
