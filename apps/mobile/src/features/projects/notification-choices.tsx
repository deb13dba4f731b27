import { type BodyOf, responseBody } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Group, Row } from '../../components/group'
import { Choice, Sheet } from '../../components/sheet'
import { reasonOf } from '../../components/states'
import { showToast } from '../../components/toasts'
import { api } from '../../lib/session'
import { notificationsQuery } from './queries'

type Kind = 'new_issues' | 'regressed_issues'
type Value = 'default' | 'on' | 'off'

/** Which issues of the project one hears of, by mail and on devices. */
export function NotificationChoices({ projectId }: { projectId: string }) {
  const client = useQueryClient()
  const query = notificationsQuery(projectId)
  const { data } = useQuery(query)
  const [open, setOpen] = useState<Kind>()
  const change = useMutation({
    mutationFn: async (body: BodyOf<'/api/projects/{id}/notifications', 'patch'>) => {
      const params = { path: { id: projectId } }
      return (await responseBody(api().PATCH('/api/projects/{id}/notifications', { params, body }))).notifications
    },
    onSuccess: (next) => client.setQueryData(query.queryKey, next),
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
  })
  if (data === undefined) return null
  const kinds: Record<Kind, string> = { new_issues: t('New issues'), regressed_issues: t('Regressed issues') }
  const values: Record<Value, string> = { default: t('Project default'), on: t('On'), off: t('Off') }
  return (
    <>
      <Group
        title={t('Notifications')}
        note={t('For you, by mail and on your devices. Devices are notified unless it is off.')}
      >
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <Row key={kind} label={kinds[kind]} value={values[data.own[kind]]} onPress={() => setOpen(kind)} />
        ))}
      </Group>
      <Sheet
        title={open === undefined ? '' : kinds[open]}
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {(Object.keys(values) as Value[]).map((value) => (
          <Choice
            key={value}
            label={values[value]}
            isChecked={open !== undefined && data.own[open] === value}
            onPress={() => {
              change.mutate({ own: { [open!]: value } })
              setOpen(undefined)
            }}
          />
        ))}
      </Sheet>
    </>
  )
}
