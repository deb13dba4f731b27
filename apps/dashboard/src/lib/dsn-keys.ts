import { responseBody } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The DSNs of a project. */
export const dsnKeysQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.dsnKeys(projectId),
    queryFn: async () =>
      (await responseBody(api.GET('/api/projects/{id}/dsn-keys', { params: { path: { id: projectId } } }))).dsn_keys,
  })
