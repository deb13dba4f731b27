import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Restricted } from '../../components/restricted.tsx'
import { Segments } from '../../components/segments.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { api } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { notificationsQuery } from './queries.ts'

type Body = BodyOf<'/api/projects/{id}/notifications', 'patch'>
type Kind = 'new_issues' | 'regressed_issues'
type Choice = 'default' | 'on' | 'off'

/** Chooses who is notified of what by e-mail. */
export function NotificationSettings({ projectId, mayChange }: { projectId: string; mayChange: boolean }) {
  const query = notificationsQuery(projectId)
  const client = useQueryClient()
  const found = useQuery(query)
  const change = useMutation({
    mutationFn: async (body: Body) => {
      const params = { path: { id: projectId } }
      return (await responseBody(api.PATCH('/api/projects/{id}/notifications', { params, body }))).notifications
    },
    onSuccess: (next) => client.setQueryData(query.queryKey, next),
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
  })
  return (
    <Loaded query={found} name={t('the notifications')}>
      {(data) => <Choices {...data} mayChange={mayChange} onChange={change.mutate} />}
    </Loaded>
  )
}

type ChoicesProps = Schemas['Notifications'] & { mayChange: boolean; onChange: (body: Body) => void }

function Choices({ project, own, effective, default: isOn, mayChange, onChange }: ChoicesProps) {
  const kinds: [kind: Kind, label: string][] = [
    ['new_issues', t('New issues')],
    ['regressed_issues', t('Regressed issues')],
  ]
  return (
    <>
      <Panel title={t('For me')} hint={t('One e-mail per change of an issue; bursts are combined.')}>
        {kinds.map(([kind, label]) => (
          <Row
            key={kind}
            label={label}
            note={effective[kind] ? t('You receive e-mails.') : t('You receive no e-mails.')}
            value={own[kind]}
            byDefault={t('Project default')}
            onChange={(value) => onChange({ own: { [kind]: value } })}
          />
        ))}
        <label className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            className="checkbox"
            checked={own.off_everywhere}
            onChange={() => onChange({ own: { off_everywhere: !own.off_everywhere } })}
          />
          {t('No e-mails from any project')}
        </label>
      </Panel>
      <Panel title={t('For the project')} hint={t('Default for everyone else.')}>
        {!mayChange && <Restricted />}
        {kinds.map(([kind, label]) => (
          <Row
            key={kind}
            label={label}
            value={project[kind]}
            byDefault={isOn ? t('Server default (on)') : t('Server default (off)')}
            isDisabled={!mayChange}
            onChange={(value) => onChange({ project: { [kind]: value } })}
          />
        ))}
      </Panel>
    </>
  )
}

interface RowProps {
  label: string
  note?: string
  value: Choice
  byDefault: string
  isDisabled?: boolean
  onChange: (value: Choice) => void
}

function Row({ label, note, value, byDefault, isDisabled = false, onChange }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <span className="grid">
        <span className="font-medium">{label}</span>
        {note !== undefined && <span className="text-12 text-text-3">{note}</span>}
      </span>
      <Segments
        label={label}
        value={value}
        disabled={isDisabled}
        options={[
          { value: 'default', label: byDefault },
          { value: 'on', label: t('On') },
          { value: 'off', label: t('Off') },
        ]}
        onChange={onChange}
      />
    </div>
  )
}
