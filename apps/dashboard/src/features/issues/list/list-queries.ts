import { issueListQueries } from '@bugle/client-state/queries/issue-lists'
import type { Span } from '@bugle/client-state/search'
import { dayMs, hourMs } from '@bugle/protocol/vocabulary'
import { recall } from '../../../lib/preferences.ts'
import { source } from '../../../lib/source.ts'

export const { blockingPartQuery, foundIssuesQuery, issuesQuery, lastResolvedQuery, latestPageQuery } =
  issueListQueries(source)

export function chosenSpan(): Span {
  return recall('bugle-span') === '24h' ? '24h' : '14d'
}

/** Counts the buckets at the end of a sparkline that began after a time; none where that is unknown. */
export function bucketsSince(time: string | null | undefined, span: Span): number {
  if (time == null) return 0
  const size = span === '24h' ? hourMs : dayMs
  return Math.max(0, Math.floor(Date.now() / size) - Math.floor(Date.parse(time) / size))
}
