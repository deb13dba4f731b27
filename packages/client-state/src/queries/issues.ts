import { responseBody, type Schemas } from '@bugle/api-client'
import type { Change, Issue } from '@bugle/presentation/types'
import { queryOptions } from '@tanstack/react-query'
import { issueKeys } from '../keys/issue-keys.ts'
import { intervalOf, type Source } from '../source.ts'

export type { Change, Issue }
export type IssuePage = Schemas['IssuePage']

type Included = 'latest_event,tags' | 'latest_event,stats,tags'

/**
 * Queries of one issue, and of whom it can be assigned to.
 *
 * @param included what comes with an issue, in one response
 */
export function issueQueries(source: Source, included: Included = 'latest_event,tags') {
  const { api } = source
  return {
    issueQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.detail(id),
        queryFn: () =>
          responseBody(api().GET('/api/issues/{id}', { params: { path: { id }, query: { include: included } } })),
        refetchInterval: intervalOf(source, 30_000),
      }),

    activityQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.activity(id),
        queryFn: async () => {
          const params = { path: { id }, query: { limit: 100 } }
          return (await responseBody(api().GET('/api/issues/{id}/activity', { params }))).activity.toReversed()
        },
      }),

    /** The fingerprints of an issue, the most frequent first. */
    fingerprintsQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.fingerprints(id),
        queryFn: async () => {
          const params = { path: { id }, query: { limit: 100 } }
          return (await responseBody(api().GET('/api/issues/{id}/fingerprints', { params }))).fingerprints
        },
      }),

    /** How the issue differs from usual, from counters. */
    changesQuery: (id: string) =>
      queryOptions({
        queryKey: issueKeys.changes(id),
        queryFn: () => responseBody(api().GET('/api/issues/{id}/changes', { params: { path: { id } } })),
        staleTime: 60_000,
      }),

    /** Members and teams whom issues of a project can be assigned to. */
    assigneesQuery: (projectId: string) =>
      queryOptions({
        queryKey: issueKeys.assignees(projectId),
        queryFn: async () => {
          const params = { path: { id: projectId } }
          return (await responseBody(api().GET('/api/projects/{id}/assignees', { params }))).assignees
        },
        staleTime: 60_000,
      }),
  }
}
