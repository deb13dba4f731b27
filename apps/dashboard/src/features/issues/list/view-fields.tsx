import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { mayDo } from '@bugle/protocol/vocabulary'
import { Field } from '../../../components/field.tsx'
import { reasonOf } from '../../../components/notice.tsx'
import { useOrganizationsOf } from '../../../lib/permissions.tsx'
import type { View } from '../queries.ts'

interface ViewFieldsProps {
  /** The view, unless it is a new one. */
  view?: View
  projectId: string | null
  hint?: string
  error: unknown
}

/** The name of a view, and who sees it. */
export function ViewFields({ view, projectId, hint, error }: ViewFieldsProps) {
  const all = useOrganizationsOf(projectId ?? undefined)
  const organizations = all.filter(({ id, role }) => mayDo(role, 'issue:write') || id === view?.organization_id)
  const nameError = fieldError(error, 'name')
  return (
    <>
      <Field
        label={t('Name')}
        name="name"
        required
        maxLength={80}
        pattern=".*\S.*"
        autoFocus
        defaultValue={view?.name}
        hint={hint}
        error={nameError ?? (error ? reasonOf(error) : undefined)}
      />
      {organizations.length > 0 && (
        <label className="grid gap-1">
          <span className="font-medium">{t('Visible to')}</span>
          <select name="organization" className="input" defaultValue={view?.organization_id ?? ''}>
            <option value="">{t('Only you')}</option>
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {t('Everybody in {{name}}', { name })}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  )
}

/** Reads the fields of a form. */
export function viewFieldsOf(fields: FormData): { name: string; organization_id: string | null } {
  const organization = String(fields.get('organization') ?? '')
  return { name: String(fields.get('name')).trim(), organization_id: organization === '' ? null : organization }
}
