/** Explains an issue: what changed, similar issues, values that stand out. */

export { findDistinctiveValues } from './distinctive-values.ts'
export { compareHours, compareTags, findRates, findReleaseSeen, findSimilar } from './insight-store.ts'
