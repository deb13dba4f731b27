import type { IssueFilter, Span } from '../search.ts'
import { key } from './key.ts'

export const issueKeys = {
  lists: key('issues'),
  list: (filter: IssueFilter, span: Span) => key('issues', filter, span),
  /** The first page of each list as the server has it now, which updates the rows of the list in place. */
  latestPages: key('latest-issues'),
  latestPage: (filter: IssueFilter, span: Span) => key('latest-issues', filter, span),
  counts: key('issue-counts'),
  count: (filter: IssueFilter) => key('issue-counts', filter),
  details: key('issue'),
  detail: (id: string) => key('issue', id),
  stats: (id: string, range: string) => key('issue', id, 'stats', range),
  changes: (id: string) => key('issue', id, 'changes'),
  similar: (id: string) => key('issue', id, 'similar'),
  assignees: (projectId: string) => key('assignees', projectId),
  activities: key('activity'),
  activity: (id: string) => key('activity', id),
  fingerprints: (id: string) => key('fingerprints', id),
  blockingPart: (filter: IssueFilter) => key('blocking part', filter),
  lastResolved: (projectId: string | undefined) => key('last-resolved', projectId),
  lastVisit: (projectId: string) => key('last-visit', projectId),
  mergeCandidates: (projectId: string, query: string) => key('merge-candidates', projectId, query),
  paletteResults: (query: string) => key('palette-issues', query),
  searchKeys: (projectId: string, part: string) => key('search-keys', projectId, part),
  searchValues: (projectId: string, name: string, part: string) => key('search-values', projectId, name, part),
  views: key('views'),
}
