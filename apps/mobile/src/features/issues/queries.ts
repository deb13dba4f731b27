import { eventQueries } from '@bugle/client-state/queries/events'
import { issueListQueries } from '@bugle/client-state/queries/issue-lists'
import { issueQueries } from '@bugle/client-state/queries/issues'
import { searchQueries } from '@bugle/client-state/queries/search'
import type { FilterKey, IssueFilter, IssueSearch } from '@bugle/client-state/search'
import { intervalOf } from '@bugle/client-state/source'
import { source } from '../../lib/source'

export type { Issue } from '@bugle/client-state/queries/issues'
export type { View } from '@bugle/client-state/queries/search'
export type { FilterKey, IssueFilter } from '@bugle/client-state/search'

/** Filters besides the search, in the order they are offered. */
export const narrowings = ['level', 'assignee', 'platform', 'environment', 'release'] as const satisfies FilterKey[]
/** The filters that are set, and the time range of a saved view. */
export type Narrowings = Omit<IssueSearch, 'query' | 'status' | 'sort'>

const lists = issueListQueries(source, 50)

export const { countQuery } = lists
export const { activityQuery, assigneesQuery, changesQuery, fingerprintsQuery, issueQuery } = issueQueries(
  source,
  'latest_event,stats,tags',
)
export const { eventQuery } = eventQueries(source)
export const { keysQuery, valuesQuery, viewsQuery } = searchQueries(source)

/** Issues of a project, or of all projects, page by page. */
export const issuesQuery = (filter: IssueFilter) => ({
  ...lists.issuesQuery(filter, '24h'),
  refetchInterval: intervalOf(source, 30_000),
})
