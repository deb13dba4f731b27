import type { DsnDeps, DsnRequest } from '../admission/index.ts'
import type { ItemDeps } from '../items/index.ts'
import type { DialogLimiter } from './dialog-limiter.ts'
import type { ReportFolds } from './report-folds.ts'

/** One request of a Sentry SDK. */
export type SentryRequest = DsnRequest<SentryDeps>

export interface SentryDeps extends DsnDeps, ItemDeps {
  /** Whether SDKs may be asked to stop sending what is not kept. */
  hints: boolean
  dialogLimiter: DialogLimiter
  reports: ReportFolds
}
