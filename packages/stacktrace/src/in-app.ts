import type { Frame } from './frame.ts'

/** Paths that never hold the customer's own code: packages, the runtime, and our own client libraries. */
const foreign = ['/node_modules/', '\\node_modules\\', '/@bugle/', 'webpack/bootstrap', 'webpack/runtime']

/** Whether a frame is the customer's own code, judged by its place alone. */
export function isInApp({ file, native }: Frame): boolean {
  if (native || file === undefined || file === '') return false
  if (file.startsWith('node:') || file.startsWith('internal/') || file.startsWith('chrome-extension:')) return false
  if (file.startsWith('<') || file === '[native code]') return false
  return !foreign.some((part) => file.includes(part)) && !file.startsWith('node_modules/')
}
