import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 finish an expression that backtracks too often with its linear engine, which finds the same matches: a text
 * crafted against one of our expressions then takes milliseconds instead of seconds. Expressions with look-around or
 * back references have no linear form and keep backtracking; a test runs those against hostile texts. Ordinary matches
 * backtrack a few dozen times.
 */
export function limitRegExps(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
  setFlagsFromString('--regexp-backtracks-before-fallback=5000')
}
