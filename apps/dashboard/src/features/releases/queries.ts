import { responseBody, type Schemas } from '@bugle/api-client'
import { healthKeys } from '@bugle/client-state/keys/health-keys'
import { releaseKeys } from '@bugle/client-state/keys/release-keys'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Release = Schemas['Release']
export type ReleaseDetails = Schemas['ReleaseDetails']
export type ReleaseHealth = Schemas['ReleaseHealth']['releases'][number]

/** When a release was last seen: the API knows the hour, which may be before its first event. */
export function lastSeen({ first_seen, last_seen }: Release): string | null {
  return last_seen !== null && Date.parse(last_seen) < Date.parse(first_seen) ? first_seen : last_seen
}

/** The releases of a project, newest first. */
export const releaseListQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: releaseKeys.list(projectId),
    queryFn: ({ pageParam }) => {
      const query = { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      return responseBody(api.GET('/api/projects/{id}/releases', { params: { path: { id: projectId }, query } }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** One release with what happened in it. */
export const releaseQuery = (projectId: string, version: string) =>
  queryOptions({
    queryKey: releaseKeys.detail(projectId, version),
    meta: { tag: 'issues' },
    queryFn: async () => {
      const params = { path: { id: projectId, version } }
      return (await responseBody(api.GET('/api/projects/{id}/releases/{version}', { params }))).release
    },
  })

/** Sessions and crash-free rates of the last 14 days, by release and environment. */
export const releaseHealthQuery = (projectId: string) =>
  queryOptions({
    queryKey: healthKeys.releases(projectId),
    refetchInterval: 30_000,
    queryFn: async () =>
      (await responseBody(api.GET('/api/projects/{id}/release-health', { params: { path: { id: projectId } } })))
        .releases,
  })
