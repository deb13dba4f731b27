import type { Schemas } from '@bugle/api-client'
import { listError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { FormError } from '../../components/form-error.tsx'
import { LinesField, linesOf } from '../../components/lines-field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Restricted } from '../../components/restricted.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'
import { sentrySettingsQuery, useChangeSentrySettings } from './dsn-queries.ts'

/** Settings of events of Sentry’s SDKs: data that is kept of events, and events that are accepted. */
export function SentrySettings({ projectId, mayChange }: { projectId: string; mayChange: boolean }) {
  const settings = useQuery(sentrySettingsQuery(projectId))
  return (
    <Panel
      title={t('Privacy')}
      hint={t(
        'Personal data and secrets are removed from events of Sentry SDKs and OpenTelemetry before anything is stored. Events that are stored already stay as they are.',
      )}
    >
      {!mayChange && <Restricted />}
      <Loaded query={settings} name={t('the settings')} waiting={<div className="skeleton h-40" />}>
        {(data) => <Choices key={JSON.stringify(data)} projectId={projectId} settings={data} mayChange={mayChange} />}
      </Loaded>
    </Panel>
  )
}

/** The settings that are on or off, in the order of the form. */
const switches = () =>
  [
    {
      name: 'keep_user_fields',
      label: t('Keep fields of users'),
      hint: t('E-mail address, name, IP address and others that the SDK sends. The id stays anonymous.'),
    },
    {
      name: 'keep_request_body',
      label: t('Keep bodies of requests'),
      hint: t('Without secrets and payment cards. Cookies and credentials are never kept.'),
    },
    {
      name: 'drop_vars',
      label: t('Remove variables'),
      hint: t('Local variables of frames, and the arguments of the program.'),
    },
    {
      name: 'require_app_id',
      label: t('Require an app ID'),
      hint: t(
        'Refuses events that do not name one of this project, in their app context or before the @ of their release.',
      ),
    },
  ] as const

interface ChoicesProps {
  projectId: string
  settings: Schemas['SentrySettings']
  mayChange: boolean
}

function Choices({ projectId, settings, mayChange }: ChoicesProps) {
  const change = useChangeSentrySettings(projectId)
  const submit = onSubmit((fields) => {
    change.mutate(
      {
        ...Object.fromEntries(switches().map(({ name }) => [name, fields.has(name)])),
        sensitive_keys: linesOf(fields, 'sensitive_keys'),
      },
      { onSuccess: () => showToast({ text: t('Saved') }) },
    )
  })
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!mayChange} className="grid gap-4">
        <FormError error={change.error} />
        {switches().map(({ name, label, hint }) => (
          <Check key={name} name={name} label={label} hint={hint} isOn={settings[name]} />
        ))}
        <LinesField
          label={t('Further secret names')}
          name="sensitive_keys"
          lines={settings.sensitive_keys}
          hint={t(
            'One per line. Values whose name contains one are removed, beside password, token, secret and others.',
          )}
          error={listError(change.error, 'sensitive_keys')}
        />
        <Button type="submit" className="justify-self-start" disabled={change.isPending}>
          {t('Save')}
        </Button>
      </fieldset>
    </form>
  )
}
