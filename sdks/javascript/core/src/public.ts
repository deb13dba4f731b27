/** The API that every SDK re-exports to programs. */
export {
  addBreadcrumb,
  captureException,
  captureMessage,
  close,
  flush,
  setContext,
  setExtra,
  setTag,
  setTags,
  setUser,
  withScope,
} from './api.ts'
export { type CheckIn, captureCheckIn, type MonitorSchedule, withMonitor } from './check-ins.ts'
export type { Breadcrumb, BugleEvent, Level, NewBreadcrumb, Scalar } from './event.ts'
export { captureFeedback, type Feedback } from './feedback.ts'
export type { Options } from './options.ts'
export type { CaptureHint, Integration } from './runtime.ts'
export type { Attachment, Facts, Scope } from './scope.ts'
