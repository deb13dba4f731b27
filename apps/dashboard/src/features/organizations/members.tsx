import { formatDate } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { grantable, roleHint, roleLabel } from '@bugle/presentation/role'
import { mayDo } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { Button, buttonClass } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { showToast } from '../../lib/toasts.ts'
import { type Member, membersQuery, type Organization, type Role, useChangeRole, useRemoveMember } from './queries.ts'

/** The people of an organization with their roles. */
export function Members({ organization, ownId }: { organization: Organization; ownId: string }) {
  const members = useQuery(membersQuery(organization.id))
  return (
    <Panel
      title={t('Members')}
      hint={
        organization.role === 'owner'
          ? t('An organization always has an owner.')
          : mayDo(organization.role, 'member:write')
            ? t('You can change the roles below your own.')
            : t('Owners and admins change roles.')
      }
    >
      <Loaded query={members} name={t('the members')} waiting={<div className="skeleton h-40" />}>
        {(all) => <MemberRows organization={organization} members={all} ownId={ownId} />}
      </Loaded>
      {mayDo(organization.role, 'member:write') && (
        <Link
          to="/organizations/$organizationId/$section"
          params={{ organizationId: organization.id, section: 'invitations' }}
          className={`${buttonClass()} mt-3`}
        >
          <UserPlus aria-hidden className="size-4" />
          {t('Invite somebody')}
        </Link>
      )}
    </Panel>
  )
}

interface RowsProps {
  organization: Organization
  members: Member[]
  ownId: string
}

function MemberRows({ organization, members, ownId }: RowsProps) {
  const [asked, setAsked] = useState<Member>()
  const remove = useRemoveMember(organization.id)
  return (
    <>
      <ul className="rounded-card border border-border">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            organization={organization}
            member={member}
            isOwn={member.id === ownId}
            onRemove={() => setAsked(member)}
          />
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Remove {{name}}', { name: asked.name })}
          action={t('Remove {{name}}', { name: asked.name })}
          id={asked.id}
          request={remove}
          done={t('Removed {{name}}', { name: asked.name })}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {t(
              'Their issues become unassigned and their open invitations end. Their account and other organizations stay.',
            )}
          </p>
        </ConfirmRequest>
      )}
    </>
  )
}

interface RowProps {
  organization: Organization
  member: Member
  isOwn: boolean
  onRemove: () => void
}

function MemberRow({ organization, member, isOwn, onRemove }: RowProps) {
  const change = useChangeRole(organization.id)
  const choices = mayDo(organization.role, 'member:write') ? grantable(organization.role) : []
  const isOurs = choices.includes(member.role)
  const onChange = (role: Role) =>
    change.mutate(
      { userId: member.id, role },
      {
        onSuccess: () =>
          showToast({ text: t('{{name}} is now: {{role}}', { name: member.name, role: roleLabel(role) }) }),
        onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
      },
    )
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-3 py-2 last:border-b-0">
      <span aria-hidden>
        <Avatar name={member.name} />
      </span>
      <span className="grid min-w-0 grow basis-48">
        <span className="from-event flex flex-wrap items-center gap-x-2 font-medium" dir="auto">
          {member.name}
          {isOwn && <span className="rounded-pill bg-ok-wash px-1.5 text-11 font-medium text-ok-ink">{t('you')}</span>}
        </span>
        <span className="from-event text-12 text-text-3">
          {member.email} · {t('since {{day}}', { day: formatDate(member.joined_at) })}
          {member.has_totp && (
            <>
              {' · '}
              <ShieldCheck size={12} aria-hidden className="inline" /> {t('two-factor')}
            </>
          )}
        </span>
      </span>
      {isOurs ? (
        <select
          aria-label={t('Role of {{name}}', { name: member.name })}
          className="input w-32"
          value={member.role}
          disabled={change.isPending}
          title={roleHint(member.role)}
          onChange={(event) => onChange(event.target.value as Role)}
        >
          {choices.map((role) => (
            <option key={role} value={role}>
              {roleLabel(role)}
            </option>
          ))}
        </select>
      ) : (
        <span className="w-32 px-3 text-text-2" title={roleHint(member.role)}>
          {roleLabel(member.role)}
        </span>
      )}
      {isOurs && !isOwn && <Button onClick={onRemove}>{t('Remove')}</Button>}
    </li>
  )
}
