import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { roleLabel } from '@bugle/presentation/role'
import { mayDo } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Check } from '../../components/check.tsx'
import { Confirm, ConfirmRequest } from '../../components/confirm.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'
import {
  membersQuery,
  type Organization,
  useChangeOrganization,
  useDeleteOrganization,
  useLeaveOrganization,
} from './queries.ts'

interface SettingsProps {
  organization: Organization
  /** Called when the organization is no longer one's own. */
  onGone: () => void
  /** Whether subscriptions are billed on this server. */
  isBilled: boolean
}

/** Name, visibility and rules of an organization, and how it ends. */
export function OrganizationSettings({ organization, onGone, isBilled }: SettingsProps) {
  const isOwner = mayDo(organization.role, 'org:write')
  return (
    <>
      {isOwner ? (
        <Rules organization={organization} isBilled={isBilled} />
      ) : (
        <Panel title={t('General')} hint={t('Owners change these settings.')}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
            <dt className="text-text-3">{t('Your role')}</dt>
            <dd>{roleLabel(organization.role)}</dd>
            <dt className="text-text-3">{t('Projects')}</dt>
            <dd>
              {organization.membership === 'open'
                ? t('All members see all projects')
                : t('Members see the projects of their teams')}
            </dd>
            <dt className="text-text-3">{t('Second factor')}</dt>
            <dd>{organization.require_totp ? t('required') : t('optional')}</dd>
          </dl>
        </Panel>
      )}
      <Leave organization={organization} onGone={onGone} />
      {isOwner && <DeleteOrganization organization={organization} onGone={onGone} />}
    </>
  )
}

function Rules({ organization, isBilled }: Omit<SettingsProps, 'onGone'>) {
  const change = useChangeOrganization(organization.id)
  const submit = onSubmit((fields) => {
    change.mutate(
      {
        name: String(fields.get('name')).trim(),
        membership: fields.get('membership') === 'closed' ? 'closed' : 'open',
        require_totp: fields.has('require_totp'),
        require_sso: fields.has('require_sso'),
        ...(fields.has('billing') && { billing_user_id: String(fields.get('billing')) }),
      },
      { onSuccess: () => showToast({ text: t('Saved') }) },
    )
  })
  return (
    <Panel title={t('General')}>
      <form onSubmit={submit} className="grid gap-4">
        <FormError error={change.error} />
        <Field
          label={t('Name')}
          name="name"
          defaultValue={organization.name}
          maxLength={200}
          required
          error={fieldError(change.error, 'name')}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">{t('Projects')}</legend>
          {(
            [
              ['open', t('All members see all projects')],
              ['closed', t('Members see the projects of their teams')],
            ] as const
          ).map(([value, label]) => (
            <label key={value} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
              <input
                type="radio"
                name="membership"
                value={value}
                className="accent-ring"
                defaultChecked={organization.membership === value}
              />
              {label}
            </label>
          ))}
          <span className="text-12 text-text-3">{t('Owners and admins always see all projects.')}</span>
        </fieldset>
        <Check
          name="require_totp"
          label={t('Require a second factor')}
          hint={t('Members without one see nothing of the organization until they turn it on.')}
          isOn={organization.require_totp}
          error={fieldError(change.error, 'require_totp')}
        />
        <Check
          name="require_sso"
          label={t('Require single sign-on')}
          hint={t('Members sign in through the identity provider. Owners keep their passwords, in case it fails.')}
          isOn={organization.require_sso}
          error={fieldError(change.error, 'require_sso')}
        />
        {isBilled && <BillingOwner organization={organization} />}
        <Button type="submit" variant="main" className="justify-self-start" disabled={change.isPending}>
          {t('Save')}
        </Button>
      </form>
    </Panel>
  )
}

/** Chooses whose subscription counts, where there is a choice. */
function BillingOwner({ organization: { id, billing_user_id } }: { organization: Organization }) {
  const owners = (useQuery(membersQuery(id)).data ?? []).filter(({ role }) => role === 'owner')
  if (owners.length < 2) return null
  return (
    <label className="grid gap-1">
      <span className="font-medium">{t('Billing owner')}</span>
      <select name="billing" className="input max-w-sm" defaultValue={billing_user_id ?? undefined}>
        {owners.map((owner) => (
          <option key={owner.id} value={owner.id}>
            {owner.name} ({owner.email})
          </option>
        ))}
      </select>
      <span className="text-12 text-text-3">
        {t('Whose subscription counts for all projects of the organization.')}
      </span>
    </label>
  )
}

function Leave({ organization, onGone }: Omit<SettingsProps, 'isBilled'>) {
  const leave = useLeaveOrganization()
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title={t('Leave')} hint={t('Its projects and issues are no longer visible to you.')}>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        {t('Leave the organization…')}
      </Button>
      {isAsking && (
        <ConfirmRequest
          title={t('Leave {{name}}', { name: organization.name })}
          action={t('Leave {{name}}', { name: organization.name })}
          id={organization.id}
          request={{
            ...leave,
            mutate: (id, { onSuccess }) =>
              leave.mutate(id, {
                onSuccess: () => {
                  onSuccess()
                  onGone()
                },
              }),
          }}
          done={t('You left {{name}}', { name: organization.name })}
          onClose={() => setAsking(false)}
        >
          <p>{t('Your issues there become unassigned. Only an invitation brings you back.')}</p>
        </ConfirmRequest>
      )}
    </Panel>
  )
}

function DeleteOrganization({ organization, onGone }: Omit<SettingsProps, 'isBilled'>) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteOrganization(organization.id)
  return (
    <Panel
      title={t('Delete organization')}
      hint={t('This also deletes its projects with all issues and events. Programs that still send events get a 401.')}
      isDanger
    >
      <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('Delete organization…')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('Delete {{name}}', { name: organization.name })}
          action={t('Delete {{name}}', { name: organization.name })}
          typed={organization.name}
          isBusy={remove.isPending}
          error={remove.isError ? reasonOf(remove.error) : undefined}
          onConfirm={() =>
            remove.mutate(organization.name, {
              onSuccess: () => {
                showToast({ text: t('Deleted {{name}}', { name: organization.name }) })
                onGone()
              },
            })
          }
          onClose={() => setAsking(false)}
        >
          <p>{t('This cannot be undone.')}</p>
        </Confirm>
      )}
    </Panel>
  )
}
