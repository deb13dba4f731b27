import type { Schemas } from '@bugle/api-client'
import { listError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { FormError } from '../../components/form-error.tsx'
import { LinesField, linesOf } from '../../components/lines-field.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Restricted } from '../../components/restricted.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { showToast } from '../../lib/toasts.ts'
import { doorSettingsQuery, useChangeDoorSettings } from './dsn-queries.ts'

/** Settings of the Sentry door: data that is kept of events, and events that are accepted. */
export function DoorSettings({ projectId, mayChange }: { projectId: string; mayChange: boolean }) {
  const settings = useQuery(doorSettingsQuery(projectId))
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

interface ChoicesProps {
  projectId: string
  settings: Schemas['DoorSettings']
  mayChange: boolean
}

function Choices({ projectId, settings, mayChange }: ChoicesProps) {
  const change = useChangeDoorSettings(projectId)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    change.mutate(
      {
        keep_user_fields: form.has('keep_user_fields'),
        keep_request_body: form.has('keep_request_body'),
        drop_vars: form.has('drop_vars'),
        require_app_id: form.has('require_app_id'),
        sensitive_keys: linesOf(form, 'sensitive_keys'),
      },
      { onSuccess: () => showToast({ text: t('Saved') }) },
    )
  }
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!mayChange} className="grid gap-4">
        <FormError error={change.error} />
        <Check
          name="keep_user_fields"
          label={t('Keep fields of users')}
          hint={t('E-mail address, name, IP address and others that the SDK sends. The id stays anonymous.')}
          isOn={settings.keep_user_fields}
        />
        <Check
          name="keep_request_body"
          label={t('Keep bodies of requests')}
          hint={t('Without secrets and payment cards. Cookies and credentials are never kept.')}
          isOn={settings.keep_request_body}
        />
        <Check
          name="drop_vars"
          label={t('Remove variables')}
          hint={t('Local variables of frames, and the arguments of the program.')}
          isOn={settings.drop_vars}
        />
        <Check
          name="require_app_id"
          label={t('Require an app ID')}
          hint={t(
            'Refuses events that do not name one of this project, in their app context or before the @ of their release.',
          )}
          isOn={settings.require_app_id}
        />
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
