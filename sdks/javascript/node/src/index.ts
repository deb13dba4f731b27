/** The Bugle SDK for Node.js. */
export * from '@bugle/core/public'
export { init, type NodeOptions } from './init.ts'
