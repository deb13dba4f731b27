/**
 * Owns what Bugle's own way in and that of Sentry's SDKs share of items beside events: the limits of sessions, check-ins and feedback,
 * and the files of events. It never reads a request.
 */
export { attachFiles } from './attach-files.ts'
export { isReportWithinLimit, isWithinLimit, type Limited } from './health-limits.ts'
export type { HealthKind, HealthLimiters, ItemDeps, ItemSender } from './item-deps.ts'
export { keyOf } from './key-of.ts'
export { createLateFileLoop } from './late-files.ts'
export { takeSpaceFor } from './take-space.ts'
export { toAttachment } from './to-attachment.ts'
