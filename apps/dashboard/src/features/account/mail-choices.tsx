import { responseBody, type Schemas } from '@bugle/api-client'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { t } from '@bugle/presentation/i18n'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { api } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

type Kind = keyof Schemas['MailChoices']

const mailChoicesQuery = queryOptions({
  queryKey: accountKeys.mails,
  queryFn: async () => (await responseBody(api.GET('/api/me/mails'))).mails,
})

/** Chooses which mails about the work with others one gets. */
export function MailChoices() {
  const found = useQuery(mailChoicesQuery)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: async (body: Schemas['ChangeMailChoicesBody']) =>
      (await responseBody(api.PATCH('/api/me/mails', { body }))).mails,
    onSuccess: (next) => client.setQueryData(mailChoicesQuery.queryKey, next),
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
  })
  const kinds: [kind: Kind, label: string][] = [
    ['assigned', t('An issue is assigned to me or my team')],
    ['mention', t('Somebody mentions me in a comment')],
    ['invitation', t('Somebody invites me to an organization')],
    ['joined', t('Somebody accepts my invitation')],
    ['role_changed', t('My role changes or my membership ends')],
  ]
  return (
    <Panel
      title={t('Notifications')}
      hint={t('E-mails about new and regressed issues are chosen in the settings of each project.')}
    >
      <Loaded query={found} name={t('the notifications')} waiting={<div className="skeleton h-32" />}>
        {(choices) => (
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">{t('Send me an e-mail when')}</legend>
            {kinds.map(([kind, label]) => (
              <label key={kind} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={choices[kind]}
                  onChange={() => change.mutate({ [kind]: !choices[kind] })}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
      </Loaded>
    </Panel>
  )
}
