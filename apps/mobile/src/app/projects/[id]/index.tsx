import { responseBody } from '@bugle/api-client'
import { projectKeys } from '@bugle/client-state/keys/project-keys'
import { fieldError } from '@bugle/presentation/form-errors'
import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../../components/button'
import { Field } from '../../../components/field'
import { FormProblem } from '../../../components/form-problem'
import { Group, Row } from '../../../components/group'
import { List, Send } from '../../../components/icons'
import { Screen } from '../../../components/screen'
import { LoadFailed, Skeleton } from '../../../components/states'
import { showToast } from '../../../components/toasts'
import { Txt } from '../../../components/txt'
import { DeleteProject } from '../../../features/projects/delete-project'
import { NotificationChoices } from '../../../features/projects/notification-choices'
import { type Project, projectQuery } from '../../../features/projects/queries'
import { TokenCard } from '../../../features/projects/token-card'
import { formError } from '../../../lib/errors'
import { api } from '../../../lib/session'

export default function ProjectScreen() {
  const { id } = useLocalSearchParams<{ id: string }>()
  const router = useRouter()
  const project = useQuery(projectQuery(id))
  return (
    <Screen title={project.data?.name ?? t('Project')} back="/projects">
      {project.isPending ? (
        <Skeleton rows={4} />
      ) : project.data === undefined ? (
        <LoadFailed error={project.error} onRetry={() => void project.refetch()} />
      ) : (
        <>
          <Group>
            <Row
              icon={List}
              label={t('Issues')}
              value={t('{{count}} unresolved', { count: project.data.unresolved_count })}
              onPress={() => router.push({ pathname: '/issues', params: { project: id } })}
            />
            <Row
              icon={Send}
              label={t('Send events')}
              onPress={() => router.push({ pathname: '/projects/[id]/set-up', params: { id } })}
            />
          </Group>
          <Heading text={t('Ingest token')} />
          <View style={{ marginBottom: 24 }}>
            <TokenCard project={project.data} />
          </View>
          <NotificationChoices projectId={id} />
          <Heading text={t('Settings')} />
          <Settings key={project.data.id} project={project.data} />
          <Txt kind="meta" color="text3" style={{ marginTop: 16 }}>
            {t('Created on {{day}}', { day: formatDate(project.data.created_at) })}
          </Txt>
          <View style={{ marginTop: 24 }}>
            <DeleteProject project={project.data} />
          </View>
        </>
      )}
    </Screen>
  )
}

function Heading({ text }: { text: string }) {
  return (
    <Txt kind="label" color="text3" role="heading" aria-level={2} style={{ marginBottom: 8 }}>
      {text}
    </Txt>
  )
}

function Settings({ project }: { project: Project }) {
  const client = useQueryClient()
  const [name, setName] = useState(project.name)
  const [ids, setIds] = useState(project.app_ids.join(' '))
  const save = useMutation({
    mutationFn: () => {
      const appIds = ids.split(/[\s,]+/).filter((one) => one !== '')
      const body = { name: name.trim(), app_id: appIds[0] ?? '', app_ids: appIds }
      return responseBody(api().PATCH('/api/projects/{id}', { params: { path: { id: project.id } }, body }))
    },
    onSuccess: (answer) => {
      client.setQueryData(projectQuery(project.id).queryKey, answer.project)
      showToast({ text: t('Saved') })
      return client.invalidateQueries({ queryKey: projectKeys.all, exact: true })
    },
  })
  const isChanged = name !== project.name || ids !== project.app_ids.join(' ')
  return (
    <View style={{ gap: 16 }}>
      <FormProblem text={formError(save.error)} />
      <Field label={t('Name')} value={name} onChangeText={setName} error={fieldError(save.error, 'name')} />
      <Field
        label={t('App IDs')}
        value={ids}
        onChangeText={setIds}
        isMono
        autoCapitalize="none"
        autoCorrect={false}
        hint={t('Separated by spaces. Events with a different one are refused.')}
        error={fieldError(save.error, 'app_ids') ?? fieldError(save.error, 'app_id')}
      />
      <Button
        kind="main"
        label={t('Save')}
        isBusy={save.isPending}
        isDisabled={!isChanged || name.trim() === '' || ids.trim() === ''}
        onPress={() => save.mutate()}
      />
    </View>
  )
}
