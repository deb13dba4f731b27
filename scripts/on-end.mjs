// Usage: import { onEnd } from './on-end.mjs'
//
// Signal handling of the commands that start a server.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * Calls the function on every terminating signal, instead of dying from it.
 *
 * @param {() => void} work
 * @returns {() => void} restores the default behavior
 */
export function onEnd(work) {
  for (const signal of signals) process.on(signal, work)
  return () => {
    for (const signal of signals) process.off(signal, work)
  }
}
