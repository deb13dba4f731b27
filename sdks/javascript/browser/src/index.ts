/** The Bugle SDK for web pages. */
export * from '@bugle/core/public'
export { type BrowserOptions, init } from './init.ts'
