import { responseBody, type Schemas } from '@bugle/api-client'
import { accountKeys } from '@bugle/client-state/keys/account-keys'
import { formatDateTime, timeZone } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { QuietHoursFields, quietHoursOf } from '../../components/quiet-hours-fields.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { api } from '../../lib/api.ts'
import { onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'

type Times = Schemas['MailTimes']

const mailTimesQuery = queryOptions({
  queryKey: accountKeys.mailTimes,
  queryFn: async () => (await responseBody(api.GET('/api/me/mail-times'))).times,
})

/** Chooses when mails about issues come: quiet hours, and a digest. */
export function MailTimes() {
  const found = useQuery(mailTimesQuery)
  return (
    <Panel
      title={t('Quiet hours and digest')}
      hint={t('For e-mails about issues. Each phone has quiet hours of its own.')}
    >
      <Loaded query={found} name={t('the notifications')} waiting={<div className="skeleton h-32" />}>
        {(times) => <TimesForm times={times} />}
      </Loaded>
    </Panel>
  )
}

function TimesForm({ times }: { times: Times }) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: async (body: Schemas['ChangeMailTimesBody']) =>
      (await responseBody(api.PATCH('/api/me/mail-times', { body }))).times,
    onSuccess: (next) => {
      client.setQueryData(mailTimesQuery.queryKey, next)
      showToast({ text: t('Saved') })
    },
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
  })
  const submit = onSubmit((fields) => save.mutate({ quiet_hours: quietHoursOf(fields), ...digestOf(fields, times) }))
  return (
    <form onSubmit={submit} className="grid gap-4">
      <QuietHoursFields
        saved={times.quiet_hours}
        text={t('Only urgent e-mails in quiet hours; one follows with the rest')}
        error={save.error}
      />
      <div className="max-w-96">
        <SelectField
          label={t('Digest')}
          name="digest"
          defaultValue={times.digest?.every ?? 'never'}
          options={[
            ['never', t('Never')],
            ['daily', t('Every day at nine')],
            ['weekly', t('Mondays at nine')],
          ]}
          hint={
            times.digest === null
              ? t('New and regressed issues, those that hit most people, who resolved what, and crash-free sessions.')
              : t('The next one comes on {{time}} if anything happens.', { time: formatDateTime(times.digest.next_at) })
          }
        />
      </div>
      <div>
        <Button type="submit" variant="main" disabled={save.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

/** A digest that stays as it is keeps its time zone, and what it is about. */
function digestOf(fields: FormData, { digest }: Times): Pick<Schemas['ChangeMailTimesBody'], 'digest'> {
  const every = fields.get('digest')
  if (every === digest?.every) return {}
  return { digest: every === 'daily' || every === 'weekly' ? { every, time_zone: timeZone() } : null }
}
