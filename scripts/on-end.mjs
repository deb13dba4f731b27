// Usage: import { onEnd } from './on-end.mjs'
// What the commands that start a server do when they are told to end.

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/**
 * Does the work at each signal that means an end, in place of dying of it.
 *
 * @param {() => void} work
 * @returns {() => void} leaves signals to others again
 */
export function onEnd(work) {
  for (const signal of signals) process.on(signal, work)
  return () => {
    for (const signal of signals) process.off(signal, work)
  }
}
