import { t } from '@bugle/presentation/i18n'
import { mayDo } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NameForm } from '../../components/name-form.tsx'
import { reasonOf } from '../../components/notice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { showToast } from '../../lib/toasts.ts'
import {
  type Member,
  membersQuery,
  type Organization,
  type Team,
  type TeamChange,
  teamsQuery,
  useChangeTeam,
  useCreateTeam,
} from './queries.ts'

interface NamedProject {
  id: string
  name: string
}

interface TeamsProps {
  organization: Organization
  /** Projects of the organization. */
  projects: NamedProject[]
  ownId: string
}

/** Groups of people and of projects. */
export function Teams({ organization, projects, ownId }: TeamsProps) {
  const teams = useQuery(teamsQuery(organization.id))
  const members = useQuery(membersQuery(organization.id))
  const mayManage = mayDo(organization.role, 'member:write')
  return (
    <>
      {mayManage && <NewTeam organization={organization} />}
      <Loaded query={teams} name={t('the teams')} waiting={<div className="skeleton h-40" />}>
        {(all) =>
          all.length === 0 ? (
            <Panel
              title={t('Teams')}
              hint={t('A team is a group of people and of projects. Issues can be assigned to it.')}
            >
              <p className="text-text-2">
                {mayManage ? t('There are no teams yet.') : t('There are no teams yet. Owners and admins create them.')}
              </p>
            </Panel>
          ) : (
            all.map((team) => (
              <TeamPanel
                key={team.id}
                organization={organization}
                team={team}
                members={members.data ?? []}
                projects={projects}
                ownId={ownId}
              />
            ))
          )
        }
      </Loaded>
    </>
  )
}

function NewTeam({ organization }: { organization: Organization }) {
  const create = useCreateTeam(organization.id)
  return (
    <Panel
      title={t('New team')}
      hint={
        organization.membership === 'closed'
          ? t('Members see the projects of their teams.')
          : t('In this organization, all members see all projects. Teams are for assignment.')
      }
    >
      <NameForm action={t('Create team')} create={create} />
    </Panel>
  )
}

interface TeamProps extends TeamsProps {
  team: Team
  members: Member[]
}

function TeamPanel({ organization, team, members, projects, ownId }: TeamProps) {
  const change = useChangeTeam(organization.id)
  const [isAsking, setAsking] = useState(false)
  const mayManage = mayDo(organization.role, 'member:write')
  const mayLead = mayManage || team.members.some(({ id, is_lead }) => id === ownId && is_lead)
  const act = (one: TeamChange) =>
    change.mutate(one, { onError: (error) => showToast({ text: reasonOf(error), isFailure: true }) })
  const others = members.filter(({ id }) => !team.members.some((member) => member.id === id))
  const otherProjects = projects.filter(({ id }) => !team.project_ids.includes(id))
  return (
    <Panel
      title={team.name}
      hint={`${t('{{count, number}} people', { count: team.members.length })}, ${t('{{count, number}} projects', { count: team.project_ids.length })}`}
    >
      <Chips
        label={t('People')}
        items={team.members.map(({ id, name, is_lead }) => ({
          id,
          name: is_lead ? t('{{name}} (lead)', { name }) : name,
        }))}
        empty={t('Nobody yet')}
        onRemove={(id) => act({ kind: 'remove_member', teamId: team.id, userId: id })}
        mayRemove={(id) => mayLead || id === ownId}
        others={mayLead ? others : []}
        add={t('Add a member')}
        onAdd={(id) => act({ kind: 'add_member', teamId: team.id, userId: id })}
      />
      <Chips
        label={t('Projects')}
        items={projects.filter(({ id }) => team.project_ids.includes(id))}
        empty={t('None yet')}
        onRemove={(id) => act({ kind: 'remove_project', teamId: team.id, projectId: id })}
        mayRemove={() => mayManage}
        others={mayManage ? otherProjects : []}
        add={t('Add a project')}
        onAdd={(id) => act({ kind: 'add_project', teamId: team.id, projectId: id })}
      />
      {mayManage && (
        <div className="flex flex-wrap items-center gap-3">
          {team.members.length > 0 && <LeadChoice team={team} onAct={act} />}
          <Button onClick={() => setAsking(true)}>{t('Delete team…')}</Button>
        </div>
      )}
      {isAsking && (
        <ConfirmRequest
          title={t('Delete {{name}}', { name: team.name })}
          action={t('Delete {{name}}', { name: team.name })}
          id={{ kind: 'delete', teamId: team.id } as TeamChange}
          request={change}
          done={t('Deleted {{name}}', { name: team.name })}
          onClose={() => setAsking(false)}
        >
          <p>{t('Its issues become unassigned. In a closed organization its members no longer see its projects.')}</p>
        </ConfirmRequest>
      )}
    </Panel>
  )
}

function LeadChoice({ team, onAct }: { team: Team; onAct: (change: TeamChange) => void }) {
  return (
    <select
      aria-label={t('Change the leads of {{name}}', { name: team.name })}
      className="input w-56"
      value=""
      onChange={({ target }) => {
        const member = team.members.find(({ id }) => id === target.value)
        if (member !== undefined) onAct({ kind: 'lead', teamId: team.id, userId: member.id, isLead: !member.is_lead })
      }}
    >
      <option value="">{t('Change leads…')}</option>
      {team.members.map(({ id, name, is_lead }) => (
        <option key={id} value={id}>
          {is_lead ? t('{{name}}: no longer lead', { name }) : t('{{name}}: lead', { name })}
        </option>
      ))}
    </select>
  )
}

interface ChipsProps {
  label: string
  items: { id: string; name: string }[]
  empty: string
  mayRemove: (id: string) => boolean
  onRemove: (id: string) => void
  others: { id: string; name: string }[]
  add: string
  onAdd: (id: string) => void
}

/** A list of names, each with a button to take it out, and a choice of names to add. */
function Chips({ label, items, empty, mayRemove, onRemove, others, add, onAdd }: ChipsProps) {
  return (
    <div className="grid gap-1">
      <span className="font-medium">{label}</span>
      <ul aria-label={label} className="flex flex-wrap items-center gap-2">
        {items.map(({ id, name }) => (
          <li key={id} className="flex min-h-8 items-center gap-1 rounded-control bg-pressed px-2 coarse:min-h-11">
            <span className="from-event max-w-64 truncate" dir="auto">
              {name}
            </span>
            {mayRemove(id) && (
              <IconButton icon={X} label={t('Remove {{name}}', { name })} onClick={() => onRemove(id)} />
            )}
          </li>
        ))}
        {items.length === 0 && <li className="text-text-3">{empty}</li>}
        {others.length > 0 && (
          <li>
            <select
              aria-label={add}
              className="input w-48"
              value=""
              onChange={({ target }) => target.value !== '' && onAdd(target.value)}
            >
              <option value="">{`${add}…`}</option>
              {others.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </li>
        )}
      </ul>
    </div>
  )
}
