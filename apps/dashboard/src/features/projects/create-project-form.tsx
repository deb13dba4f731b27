import { ApiError } from '@bugle/api-client'
import { appIdOf } from '@bugle/presentation/app-id'
import { t } from '@bugle/presentation/i18n'
import { platformChoices } from '@bugle/presentation/platforms'
import type { SnippetName } from '@bugle/presentation/snippet-name'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { platformIcons } from './platform-icons.ts'
import type { Project } from './queries.ts'
import { useCreateProject } from './set-up-queries.ts'

interface CreateProjectFormProps {
  /** Organizations in which the user may create projects. */
  organizations: readonly { id: string; name: string }[]
  onDone: (project: Project, snippet: SnippetName) => void
}

export function CreateProjectForm({ organizations, onDone }: CreateProjectFormProps) {
  const create = useCreateProject()
  const [platform, setPlatform] = useState(platformChoices[0]!)
  const [name, setName] = useState('')
  /** Derived from the name until somebody edits it. */
  const [appId, setAppId] = useState<string>()
  const submit = onSubmit((fields) => {
    const organization = fields.get('organization')
    const body = {
      name,
      app_id: (appId ?? appIdOf(name, platform)).trim(),
      platform: platform.value ?? null,
      ...(typeof organization === 'string' && { organization_id: organization }),
    }
    create.mutate(body, { onSuccess: ({ project }) => onDone(project, platform.snippet) })
  })
  const errors = create.error instanceof ApiError ? create.error.errors : {}
  const isOther = create.isError && Object.keys(errors).length === 0
  return (
    <form onSubmit={submit} className="grid gap-5">
      {isOther && (
        <p role="alert" className="rounded-control bg-error-wash px-3 py-2 text-error-ink">
          {t('Could not create the project.')} {reasonOf(create.error)}
        </p>
      )}
      <Field
        label={t('Name')}
        name="name"
        maxLength={200}
        required
        autoFocus
        placeholder="Shop"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errors.name?.[0]}
      />
      {organizations.length > 1 && (
        <label className="grid gap-1">
          <span className="font-medium">{t('Organization')}</span>
          <select name="organization" className="input">
            {organizations.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">{t('Platform')}</legend>
        <div className="grid grid-cols-5 gap-2 phone:grid-cols-3">
          {platformChoices.map((choice) => {
            const Icon = platformIcons[choice.icon]
            return (
              <label
                key={choice.label}
                className="grid min-h-16 cursor-pointer content-center justify-items-center gap-1 rounded-control border border-border-strong text-center text-12 bg-surface text-text-2 hover:bg-sunken has-checked:border-ring has-checked:bg-accent-wash has-checked:font-semibold has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
              >
                <input
                  type="radio"
                  name="platform"
                  className="sr-only"
                  checked={choice === platform}
                  onChange={() => setPlatform(choice)}
                />
                <Icon size={20} aria-hidden />
                {choice.label}
              </label>
            )
          })}
        </div>
      </fieldset>
      <Field
        label={t('App ID')}
        name="app_id"
        maxLength={200}
        pattern="\S+"
        required
        spellCheck={false}
        autoCapitalize="none"
        className="font-mono"
        value={appId ?? appIdOf(name, platform)}
        onChange={(event) => setAppId(event.target.value)}
        hint={
          platform.bundleId === undefined
            ? t(
                'Any name without spaces. Your program sends it with each event; events with a different one are refused.',
              )
            : t('The bundle identifier of your app, such as {{example}}. Events with a different one are refused.', {
                example: platform.bundleId,
              })
        }
        error={errors.app_id?.[0]}
      />
      <div>
        <Button type="submit" variant="main" className="min-h-9 phone:w-full" disabled={create.isPending}>
          {create.isPending ? t('Creating…') : t('Create project')}
        </Button>
      </div>
    </form>
  )
}
