import { responseBody } from '@bugle/api-client'
import { fromView, toView, unreadOf } from '@bugle/client-state/search'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { View } from 'react-native'
import { Button, IconButton } from '../../components/button'
import { Field } from '../../components/field'
import { Trash } from '../../components/icons'
import { Choice, Sheet } from '../../components/sheet'
import { reasonOf } from '../../components/states'
import { showToast } from '../../components/toasts'
import { Txt } from '../../components/txt'
import { api } from '../../lib/session'
import { type IssueFilter, type View as SavedView, viewsQuery } from './queries'

interface ViewsSheetProps {
  filter: IssueFilter
  isOpen: boolean
  onChoose: (filter: IssueFilter) => void
  onClose: () => void
}

/** Saved and shared views, which the dashboard has too, and a way to save the current one. */
export function ViewsSheet({ filter, isOpen, onChoose, onClose }: ViewsSheetProps) {
  const client = useQueryClient()
  const views = useQuery({ ...viewsQuery, enabled: isOpen })
  const [name, setName] = useState('')
  const again = () => client.invalidateQueries({ queryKey: viewsQuery.queryKey })
  const failed = (error: unknown) => showToast({ text: reasonOf(error), isFailure: true })
  const save = useMutation({
    mutationFn: (given: string) => {
      const { projectId, ...search } = filter
      const body = { name: given.trim(), project_id: projectId ?? null, filter: toView(search) }
      return responseBody(api().POST('/api/views', { body }))
    },
    onSuccess: (_, given) => {
      setName((now) => (now === given ? '' : now))
      return again()
    },
    onError: failed,
  })
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api().DELETE('/api/views/{id}', { params: { path: { id } } }),
    onSettled: again,
    onError: failed,
  })
  const open = ({ name: shown, filter: saved }: SavedView) => {
    const left = unreadOf(saved).join(', ')
    onChoose({ projectId: filter.projectId, ...fromView(saved) })
    onClose()
    if (left !== '')
      showToast({ text: t('“{{name}}” is shown without {{terms}}.', { name: shown, terms: left }), isFailure: true })
  }
  const mine = (views.data ?? []).filter(({ project_id }) => project_id === null || project_id === filter.projectId)
  return (
    <Sheet title={t('Saved views')} isOpen={isOpen} onClose={onClose}>
      {mine.map((view) => (
        <View key={view.id} style={{ flexDirection: 'row', alignItems: 'center', paddingRight: 12 }}>
          <View style={{ flex: 1 }}>
            <Choice label={view.name} onPress={() => open(view)} />
          </View>
          {view.may_change && (
            <IconButton
              label={t('Delete “{{name}}”', { name: view.name })}
              icon={Trash}
              color="text3"
              onPress={() => remove.mutate(view)}
            />
          )}
        </View>
      ))}
      {views.data !== undefined && mine.length === 0 && (
        <Txt color="text3" style={{ paddingHorizontal: 20, paddingVertical: 8 }}>
          {t('None yet. Search or filter, then save it here.')}
        </Txt>
      )}
      <View style={{ gap: 12, padding: 20 }}>
        <Field label={t('Save the current list as')} value={name} onChangeText={setName} maxLength={80} />
        <Button
          label={t('Save')}
          isBusy={save.isPending}
          isDisabled={name.trim() === ''}
          onPress={() => save.mutate(name)}
        />
      </View>
    </Sheet>
  )
}
