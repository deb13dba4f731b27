/** Owns the ways in of Sentry's SDKs: envelopes, events, reports of browsers, crash reports, check-ins, the dialog. */
export { storeFolded } from './admit-reports.ts'
export { DialogLimiter } from './dialog-limiter.ts'
export { ReportFolds } from './report-folds.ts'
export type { SentryDeps } from './sentry-request.ts'
export { mountSentryRoutes } from './sentry-routes.ts'
