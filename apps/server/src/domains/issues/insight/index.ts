/** Explains an issue: what changed, similar issues, values that stand out. */

export { compareHours, compareTags, findRates, findReleaseSeen, findSimilar } from './insight-store.ts'
export { standOut } from './stand-out.ts'
