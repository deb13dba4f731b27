/** Source maps for Bugle from a build: see the entry of your bundler, such as `@bugle/bundler/vite`. */
export type { BugleOptions } from './options.ts'
export { unplugin } from './plugin.ts'
