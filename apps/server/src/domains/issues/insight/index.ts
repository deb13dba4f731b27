/** Explains an issue: what changed, similar issues, values that stand out. */

export { compareHours, compareTags, findRates, findReleaseSeen, findSimilar } from './insight-store.ts'
export { findStandOuts } from './stand-out.ts'
