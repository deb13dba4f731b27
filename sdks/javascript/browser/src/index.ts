/** Bugle in web pages: reports what goes wrong, and never gets in the way of it. */
export * from '@bugle/core/public'
export { type BrowserOptions, init } from './init.ts'
