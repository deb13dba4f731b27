import { projectQueries } from '@bugle/client-state/queries/projects'
import { setUpQueries } from '@bugle/client-state/queries/set-up'
import { useMutation } from '@tanstack/react-query'
import { source } from '../../lib/source'

export type { Project } from '@bugle/client-state/queries/projects'

export const { loaderQuery, notificationsQuery, projectQuery, projectsQuery } = projectQueries(source)

const { createProject, regenerateToken, ...setUp } = setUpQueries(source)
export const { firstEventQuery, newTokenQuery } = setUp

export const useCreateProject = () => useMutation(createProject)

/** Creates another ingest token; the old one stays valid for an hour. */
export function useReplaceToken(projectId: string) {
  const { mutate, ...state } = useMutation(regenerateToken(projectId))
  return { ...state, replace: () => mutate({ graceSeconds: 3600, days: 0 }) }
}
