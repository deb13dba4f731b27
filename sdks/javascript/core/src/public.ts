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
export type { CaptureHint, Integration } from './client.ts'
export type { Breadcrumb, BugleEvent, Level, NewBreadcrumb, Scalar } from './event.ts'
export type { Options } from './options.ts'
export type { Facts, Scope } from './scope.ts'
