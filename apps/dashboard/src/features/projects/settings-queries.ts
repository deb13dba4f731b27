import { type BodyOf, responseBody } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type Project, projectQuery } from './queries.ts'

export function useChangeProject(project: Project) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: BodyOf<'/api/projects/{id}', 'patch'>) =>
      (await responseBody(api.PATCH('/api/projects/{id}', { params: { path: { id: project.id } }, body }))).project,
    onSuccess: (changed) => {
      client.setQueryData(projectQuery(project.id).queryKey, changed)
      return client.invalidateQueries({ queryKey: projectKeys.all })
    },
  })
}

export function useDeleteProject(project: Project) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => void (await api.DELETE('/api/projects/{id}', { params: { path: { id: project.id } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: projectQuery(project.id).queryKey })
      return client.invalidateQueries({ queryKey: projectKeys.all })
    },
  })
}
