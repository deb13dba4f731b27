import { t } from '@bugle/presentation/i18n'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { FormProblem } from '../../components/form-problem'
import { Sheet } from '../../components/sheet'
import { showToast } from '../../components/toasts'
import { Txt } from '../../components/txt'
import { formError } from '../../lib/errors'
import { api } from '../../lib/session'
import type { Project } from './queries'

/** Deletes a project once its name is typed. */
export function DeleteProject({ project }: { project: Project }) {
  const client = useQueryClient()
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => api().DELETE('/api/projects/{id}', { params: { path: { id: project.id } } }),
    onSuccess: () => {
      setIsOpen(false)
      showToast({ text: t('Deleted {{name}}', { name: project.name }) })
      router.replace('/projects')
      return client.invalidateQueries()
    },
  })
  return (
    <>
      <Button kind="danger" label={t('Delete project…')} onPress={() => setIsOpen(true)} />
      <Sheet title={t('Delete {{name}}', { name: project.name })} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <View style={{ padding: 20, gap: 16 }}>
          <Txt color="text2">
            {t(
              'This deletes {{count, number}} unresolved issues and everything else in the project. It cannot be undone.',
              { count: project.unresolved_count },
            )}
          </Txt>
          <FormProblem text={formError(remove.error)} />
          <Field
            label={t('Type {{name}} to confirm', { name: project.name })}
            value={typed}
            onChangeText={setTyped}
            autoCapitalize="none"
            autoCorrect={false}
          />
          <Button label={t('Cancel')} onPress={() => setIsOpen(false)} />
          <Button
            kind="danger"
            label={t('Delete {{name}}', { name: project.name })}
            isBusy={remove.isPending}
            isDisabled={typed.trim() !== project.name.trim()}
            onPress={() => remove.mutate()}
          />
        </View>
      </Sheet>
    </>
  )
}
