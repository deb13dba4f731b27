import { fieldError } from '@bugle/presentation/form-errors'
import { formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { grantable, roleHint, roleLabel } from '@bugle/presentation/role'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { onSubmit } from '../../lib/on-submit.ts'
import {
  type Invitation,
  invitationsQuery,
  type Organization,
  type Role,
  type Team,
  teamsQuery,
  useInvite,
  useRevokeInvitation,
} from './queries.ts'

/** Invites people, and lists the invitations that are open. */
export function Invitations({ organization }: { organization: Organization }) {
  const invitations = useQuery(invitationsQuery(organization.id))
  return (
    <>
      <NewInvitation organization={organization} />
      <Loaded query={invitations} name={t('the invitations')} waiting={<div className="skeleton h-32" />}>
        {(all) => all.length > 0 && <InvitationRows organization={organization} invitations={all} />}
      </Loaded>
    </>
  )
}

function NewInvitation({ organization }: { organization: Organization }) {
  const invite = useInvite(organization.id)
  const teams = useQuery(teamsQuery(organization.id)).data ?? []
  const made = invite.data
  return (
    <Panel
      title={t('Invite somebody')}
      hint={t('The link is for one person and valid for a week. Before it is accepted, nothing is visible.')}
    >
      {made === undefined ? (
        <InvitationForm organization={organization} teams={teams} invite={invite} />
      ) : (
        <div className="grid gap-3">
          <p className="font-semibold">
            {made.invitation.email === null
              ? t('Hand over this link. It is shown only once.')
              : t(
                  'If this server sends mail, {{email}} gets this link. You can also hand it over yourself; it is shown only once.',
                  {
                    email: made.invitation.email,
                  },
                )}
          </p>
          <div className="flex items-center gap-2 rounded-control border border-ring bg-accent-wash py-1 pr-1 pl-3">
            <code className="grow font-mono text-12 break-all">{made.link}</code>
            <CopyButton text={made.link} label={t('Copy link')} withLabel />
          </div>
          <Button className="justify-self-start" onClick={() => invite.reset()}>
            {t('Invite somebody else')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

interface FormProps {
  organization: Organization
  teams: Team[]
  invite: ReturnType<typeof useInvite>
}

function InvitationForm({ organization, teams, invite }: FormProps) {
  const [role, setRole] = useState<Role>('member')
  const submit = onSubmit((fields) => {
    const email = String(fields.get('email')).trim()
    const team_ids = fields.getAll('team').map(String)
    invite.mutate({ role, ...(email !== '' && { email }), ...(team_ids.length > 0 && { team_ids }) })
  })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <FormError error={invite.error} />
      <Field
        label={t('E-mail (optional)')}
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        hint={t('Then only this address can accept. Without it, whoever has the link can.')}
        error={fieldError(invite.error, 'email') ?? fieldError(invite.error, 'send_mail')}
      />
      <label className="grid gap-1">
        <span className="font-medium">{t('Role')}</span>
        <select className="input w-48" value={role} onChange={(event) => setRole(event.target.value as Role)}>
          {grantable(organization.role).map((one) => (
            <option key={one} value={one}>
              {roleLabel(one)}
            </option>
          ))}
        </select>
        <span className="text-12 text-text-3">{roleHint(role)}</span>
      </label>
      {teams.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">{t('Teams')}</legend>
          <div className="flex flex-wrap gap-x-4">
            {teams.map(({ id, name }) => (
              <label key={id} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
                <input type="checkbox" className="checkbox" name="team" value={id} />
                <span className="from-event">{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Button type="submit" variant="main" className="justify-self-start" disabled={invite.isPending}>
        {t('Create invitation')}
      </Button>
    </form>
  )
}

function statusLabel({ status, expires_at }: Invitation): string {
  return {
    open: t('open until {{time}}', { time: formatDateTime(expires_at) }),
    accepted: t('accepted'),
    revoked: t('revoked'),
    expired: t('expired'),
  }[status]
}

function InvitationRows({ organization, invitations }: { organization: Organization; invitations: Invitation[] }) {
  const revoke = useRevokeInvitation(organization.id)
  const [asked, setAsked] = useState<Invitation>()
  return (
    <Panel title={t('Invitations')} hint={t('Those of the last 60 days.')}>
      <ul className="rounded-card border border-border">
        {invitations.map((invitation) => (
          <li
            key={invitation.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-3 py-2 last:border-b-0"
          >
            <span className="grid min-w-0 grow">
              <span className="from-event font-medium">{invitation.email ?? t('Whoever has the link')}</span>
              <span className="text-12 text-text-3">
                {roleLabel(invitation.role)} · {statusLabel(invitation)} ·{' '}
                <span className="from-event">{t('by {{name}}', { name: invitation.invited_by.name })}</span>
              </span>
            </span>
            {invitation.status === 'open' && <Button onClick={() => setAsked(invitation)}>{t('Revoke')}</Button>}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Revoke the invitation')}
          action={t('Revoke the invitation')}
          id={asked.id}
          request={revoke}
          done={t('Invitation revoked')}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('Its link stops working.')}</p>
        </ConfirmRequest>
      )}
    </Panel>
  )
}
