import { projectQueries } from '@bugle/client-state/queries/projects'
import { useMutation } from '@tanstack/react-query'
import { source } from '../../lib/source'

export type { Project } from '@bugle/client-state/queries/projects'

const { createProject, regenerateToken, ...queries } = projectQueries(source)
export const { firstEventQuery, loaderQuery, newTokenQuery, notificationsQuery, projectQuery, projectsQuery } = queries

export const useCreateProject = () => useMutation(createProject)

/** Creates another ingest token; the old one stays valid for an hour. */
export function useReplaceToken(projectId: string) {
  const { mutate, ...state } = useMutation(regenerateToken(projectId))
  return { ...state, replace: () => mutate({ graceSeconds: 3600, days: 0 }) }
}
