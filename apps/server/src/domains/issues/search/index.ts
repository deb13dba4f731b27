/** Searches issues: the query language as SQL, filters over counters and events, list snapshots, suggestions. */

export { findEscalatingOf, findMatching, findMatchingOf, findMatchingPortion } from './find-matching.ts'
export { type Clause, clausesIn, toFilter } from './issue-filter.ts'
export { type IssueList, type ListRequest, listIssues } from './list-issues.ts'
export { forgetOldLists } from './list-snapshot-store.ts'
export { suggestKeys, suggestValues } from './suggest.ts'
