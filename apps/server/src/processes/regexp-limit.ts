import { setFlagsFromString } from 'node:v8'

/**
 * Backtracks of one search, after which the linear engine takes over. That engine needs some 60 times longer for a character
 * and begins again for each match of a `g` expression: after 5,000 backtracks it made 2,000 matches in 12 kB 20 times as
 * expensive as backtracking does, while 50,000 leave them as they are and still end a cubic search within milliseconds
 * (docs/adr/0030). Ordinary matches backtrack a few dozen times.
 */
const backtracksBeforeFallback = 50_000

/**
 * Makes V8 finish an expression that backtracks too often with its linear engine, which finds the same matches: a text
 * crafted against one of our expressions then takes milliseconds instead of seconds. It is a net for expressions that grow
 * with a higher power of their text; tests hold ours to linear time. Expressions with look-around or back references have
 * no linear form and keep backtracking.
 */
export function limitRegExps(): void {
  setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')
  setFlagsFromString(`--regexp-backtracks-before-fallback=${backtracksBeforeFallback}`)
}
