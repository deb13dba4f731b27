import { responseBody } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../../components/notice.tsx'
import { api } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toasts.ts'
import { type View, viewsQuery } from '../queries.ts'
import { useSaveView } from './use-save-view.ts'

type ViewChange = Partial<Pick<View, 'name' | 'organization_id' | 'filter'>>

const at = (id: string) => ({ path: { id } })

export function useChangeView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: ViewChange }) =>
      responseBody(api.PATCH('/api/views/{id}', { params: at(id), body })),
    onSuccess: () => client.invalidateQueries({ queryKey: viewsQuery.queryKey }),
  })
}

/** Deletes a view. An undo saves it again, as the view of whoever deleted it. */
export function useForgetView() {
  const client = useQueryClient()
  const save = useSaveView()
  return useMutation({
    mutationFn: async ({ id }: View) => void (await api.DELETE('/api/views/{id}', { params: at(id) })),
    onSuccess: (_, view) => {
      showToast({
        text: t('Deleted the view “{{name}}”', { name: view.name }),
        action: { label: t('Undo'), run: () => save.mutate(view) },
      })
      return client.invalidateQueries({ queryKey: viewsQuery.queryKey })
    },
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
  })
}
