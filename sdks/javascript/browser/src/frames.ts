import type { Integration } from '@bugle/core'

/** Raises the number of stack frames that the browser records. */
export function frames(max = 50): Integration {
  return {
    name: 'frames',
    install() {
      const errors = Error as { stackTraceLimit?: number }
      if (errors.stackTraceLimit! < max) errors.stackTraceLimit = max
      return undefined
    },
  }
}
