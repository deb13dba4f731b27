/** Bugle in web pages: reports what goes wrong, and never gets in the way of it. */
export {
  addBreadcrumb,
  type Breadcrumb,
  type BugleEvent,
  type CaptureHint,
  captureException,
  captureMessage,
  close,
  flush,
  type Integration,
  type Level,
  type Options,
  type Scalar,
  type Scope,
  setContext,
  setExtra,
  setTag,
  setTags,
  setUser,
  withScope,
} from '@bugle/core'
export { type BrowserOptions, init } from './init.ts'
