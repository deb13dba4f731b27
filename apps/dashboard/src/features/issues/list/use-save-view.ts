import { responseBody } from '@bugle/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type View, viewsQuery } from '../queries.ts'

type NewView = Pick<View, 'name' | 'project_id' | 'organization_id' | 'filter'>

export function useSaveView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, project_id, organization_id, filter }: NewView) =>
      responseBody(api.POST('/api/views', { body: { name, project_id, organization_id, filter } })),
    onSuccess: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}
