// Usage: import { fuzzRuns } from './fuzz-runs.mjs'

/**
 * Returns how many random inputs a property gets: all of them in test:long, at most `usual` with every change.
 *
 * @param {number} all
 * @param {number} [usual] fewer where one input takes milliseconds
 */
export function fuzzRuns(all, usual = 300) {
  return process.env.BUGLE_LONG === '1' ? all : Math.min(all, usual)
}
