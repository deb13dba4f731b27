import { responseBody } from '@bugle/api-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type View, viewsQuery } from '../queries.ts'

export function useSaveView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, project_id, filter }: Pick<View, 'name' | 'project_id' | 'filter'>) =>
      responseBody(api.POST('/api/views', { body: { name, project_id, filter } })),
    onSuccess: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}
