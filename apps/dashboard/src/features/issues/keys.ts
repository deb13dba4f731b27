import type { IssueFilter } from './search.ts'

/** Cache keys of the issue queries; a shorter key matches all that begin with it. */
export const issueKeys = {
  lists: ['issues'],
  list: (filter: IssueFilter, span: string) => ['issues', filter, span],
  /** The first page of each list as the server has it now, which updates the rows of the list in place. */
  latestPages: ['latest-issues'],
  latestPage: (filter: IssueFilter, span: string) => ['latest-issues', filter, span],
  details: ['issue'],
  detail: (id: string) => ['issue', id],
  stats: (id: string, range: string) => ['issue', id, 'stats', range],
  changes: (id: string) => ['issue', id, 'changes'],
  similar: (id: string) => ['issue', id, 'similar'],
  assignees: (projectId: string) => ['assignees', projectId],
  activities: ['activity'],
  activity: (id: string) => ['activity', id],
  fingerprints: (id: string) => ['fingerprints', id],
  blockingPart: (filter: IssueFilter) => ['blocking part', filter],
  lastResolved: (projectId: string | undefined) => ['last-resolved', projectId],
  lastVisit: (projectId: string) => ['last-visit', projectId],
  mergeCandidates: (projectId: string, query: string) => ['merge-candidates', projectId, query],
  paletteResults: (query: string) => ['palette-issues', query],
  searchKeys: (projectId: string, part: string) => ['search-keys', projectId, part],
  searchValues: (projectId: string, key: string, part: string) => ['search-values', projectId, key, part],
  views: ['views'],
}
