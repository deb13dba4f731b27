import { type ChartRange, chartRanges, issueQueries } from '@bugle/client-state/queries/issues'
import { searchQueries } from '@bugle/client-state/queries/search'
import { recall } from '../../lib/preferences.ts'
import { source } from '../../lib/source.ts'

export type { ChartRange, Issue, IssuePage } from '@bugle/client-state/queries/issues'
export type { View } from '@bugle/client-state/queries/search'

export const {
  activityQuery,
  assigneesQuery,
  changesQuery,
  fingerprintsQuery,
  issueQuery,
  mergeCandidatesQuery,
  seenQuery,
  similarQuery,
  statsQuery,
} = issueQueries(source)

export const { keysQuery, valuesQuery, viewsQuery } = searchQueries(source)

export function chosenChartRange(): ChartRange {
  return chartRanges.find((name) => name === recall('bugle-chart')) ?? '14d'
}
