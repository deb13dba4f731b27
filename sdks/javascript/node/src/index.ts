/** Bugle in Node.js: reports what goes wrong, and never gets in the way of it. */
export * from '@bugle/core/public'
export { init, type NodeOptions } from './init.ts'
