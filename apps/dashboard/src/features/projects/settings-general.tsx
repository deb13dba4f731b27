import { fieldError, listError } from '@bugle/presentation/form-errors'
import { capitalize } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { namedPlatforms } from '@bugle/presentation/platforms'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { LinesField, linesOf } from '../../components/lines-field.tsx'
import { Restricted } from '../../components/restricted.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'
import type { Platform, Project } from './queries.ts'
import { useChangeProject } from './settings-queries.ts'

const others: Platform[] = ['macos', 'windows', 'linux', 'rust', 'elixir']

/** Name, platform and accepted app IDs of a project. */
export function GeneralSettings({ project, mayChange }: { project: Project; mayChange: boolean }) {
  const change = useChangeProject(project)
  const submit = onSubmit((fields) => {
    const platform = String(fields.get('platform'))
    change.mutate(
      {
        name: String(fields.get('name')).trim(),
        app_ids: linesOf(fields, 'app_ids'),
        platform: platform === '' ? null : (platform as Platform),
      },
      { onSuccess: () => showToast({ text: t('Saved') }) },
    )
  })
  return (
    <Panel title={t('General')}>
      {!mayChange && <Restricted />}
      <form onSubmit={submit}>
        <fieldset disabled={!mayChange} className="grid gap-4">
          <FormError error={change.error} />
          <Field
            label={t('Name')}
            name="name"
            defaultValue={project.name}
            maxLength={200}
            required
            error={fieldError(change.error, 'name')}
          />
          <label className="grid gap-1">
            <span className="font-medium">{t('Platform')}</span>
            <select name="platform" defaultValue={project.platform ?? ''} className="input">
              <option value="">{t('None')}</option>
              {namedPlatforms.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              {others.map((value) => (
                <option key={value} value={value}>
                  {capitalize(value)}
                </option>
              ))}
            </select>
          </label>
          <LinesField
            label={t('App IDs')}
            name="app_ids"
            lines={project.app_ids}
            required
            hint={t('One per line, up to 20. Events from other app IDs are refused.')}
            error={listError(change.error, 'app_ids')}
          />
          <Button type="submit" variant="main" className="justify-self-start" disabled={change.isPending}>
            {t('Save')}
          </Button>
        </fieldset>
      </form>
    </Panel>
  )
}
