import { responseBody } from '@bugle/api-client'
import type { Project } from '@bugle/presentation/types'
import { queryOptions } from '@tanstack/react-query'
import { projectKeys } from '../keys/project-keys.ts'
import type { Source } from '../source.ts'

export type { Project }

/** Queries of projects. */
export function projectQueries({ api }: Source) {
  return {
    projectQuery: (id: string) =>
      queryOptions({
        queryKey: projectKeys.detail(id),
        meta: { tag: 'issues' },
        queryFn: async () =>
          (await responseBody(api().GET('/api/projects/{id}', { params: { path: { id } } }))).project,
      }),

    projectsQuery: queryOptions({
      queryKey: projectKeys.all,
      meta: { tag: 'issues' },
      queryFn: async () => (await responseBody(api().GET('/api/projects'))).projects,
    }),

    /** The script for pages without a build, with its digest. A server that was not built has none. */
    loaderQuery: queryOptions({
      queryKey: projectKeys.loader,
      queryFn: () => responseBody(api().GET('/api/sdk/loader')),
    }),

    /** Which issues of a project the user is notified of. */
    notificationsQuery: (projectId: string) =>
      queryOptions({
        queryKey: projectKeys.notifications(projectId),
        queryFn: async () => {
          const params = { path: { id: projectId } }
          return (await responseBody(api().GET('/api/projects/{id}/notifications', { params }))).notifications
        },
      }),
  }
}
