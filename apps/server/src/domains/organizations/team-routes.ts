import { TeamBody, TeamList, TeamMemberBody, TeamResponse } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, endpoint, originOf, plainIdOf, projectIdOf } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { auditActorOf } from './audit-actor.ts'
import type { ClearAssignee } from './manage-members.ts'
import {
  addTeamMember,
  addTeamProject,
  changeTeam,
  createTeam,
  removeTeam,
  removeTeamMember,
  removeTeamProject,
} from './manage-teams.ts'
import { findTeams } from './team-store.ts'
import { toTeam } from './views.ts'

export interface TeamRouteDeps {
  db: Database
  clearAssignee: ClearAssignee
  /** Returns the name of a project. */
  projectName: (projectId: number) => Promise<string>
}

/** Mounts teams, which are groups of people and of projects. */
export function mountTeamRoutes(app: App, deps: TeamRouteDeps): void {
  mountTeams(app, deps)
  mountTeamMembers(app, deps)
  mountTeamProjects(app, deps)
}

function mountTeams(app: App, { db, clearAssignee }: TeamRouteDeps): void {
  const shown = async (organizationId: string, viewerId: string, teamId: string) => {
    const [team] = await findTeams(db, organizationId, { viewerId, teamId })
    if (team === undefined) throw new Refusal('not_found')
    return { team: toTeam(team) }
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id/teams',
    summary: 'List the teams of an organization by name',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:read',
    response: TeamList,
    handler: async ({ caller, organizationId }) => ({
      teams: (await findTeams(db, organizationId, { viewerId: caller.userId })).map(toTeam),
    }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/teams',
    summary: 'Create a team',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    addsRecords: true,
    body: TeamBody,
    status: 201,
    response: TeamResponse,
    handler: async ({ caller, organizationId, body, request }) => {
      const id = await createTeam(db, auditActorOf(caller, originOf(request)), organizationId, body.name)
      return shown(organizationId, caller.userId, id)
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/organizations/:id/teams/:team_id',
    summary: 'Rename a team',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    addsRecords: true,
    body: TeamBody,
    response: TeamResponse,
    handler: async ({ caller, organizationId, params, body, request }) => {
      const teamId = plainIdOf('tea', params.team_id)
      await changeTeam(db, auditActorOf(caller, originOf(request)), { organizationId, teamId }, body.name)
      return shown(organizationId, caller.userId, teamId)
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/teams/:team_id',
    summary: 'Delete a team',
    description: 'Unassigns its issues. In a closed organization its members no longer see its projects.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    handler: ({ caller, organizationId, params, request }) => {
      const key = { organizationId, teamId: plainIdOf('tea', params.team_id) }
      return removeTeam(db, auditActorOf(caller, originOf(request)), key, clearAssignee).then(() => undefined)
    },
  })
}

function mountTeamMembers(app: App, { db }: TeamRouteDeps): void {
  endpoint(app, {
    method: 'PUT',
    url: '/api/organizations/:id/teams/:team_id/members/:user_id',
    summary: 'Add a member to a team',
    description: 'Admins, and leads of the team. Only admins make leads.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'team:write',
    addsRecords: true,
    body: TeamMemberBody,
    handler: ({ caller, organizationId, params, body, request }) => {
      const key = { organizationId, teamId: plainIdOf('tea', params.team_id) }
      const member = { userId: plainIdOf('usr', params.user_id), lead: body.is_lead ?? undefined }
      return addTeamMember(db, auditActorOf(caller, originOf(request)), key, member).then(() => undefined)
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/teams/:team_id/members/:user_id',
    summary: 'Remove a member from a team',
    description: 'Admins, leads of the team, and the member.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'own:write',
    handler: ({ caller, organizationId, params, request }) => {
      const key = { organizationId, teamId: plainIdOf('tea', params.team_id) }
      const auditActor = auditActorOf(caller, originOf(request))
      return removeTeamMember(db, auditActor, key, plainIdOf('usr', params.user_id)).then(() => undefined)
    },
  })
}

function mountTeamProjects(app: App, { db, projectName }: TeamRouteDeps): void {
  endpoint(app, {
    method: 'PUT',
    url: '/api/organizations/:id/teams/:team_id/projects/:project_id',
    summary: 'Add a project to a team',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    addsRecords: true,
    handler: ({ caller, organizationId, params, request }) => {
      const key = { organizationId, teamId: plainIdOf('tea', params.team_id) }
      const auditActor = auditActorOf(caller, originOf(request))
      return addTeamProject(db, auditActor, key, projectIdOf(params.project_id)).then(() => undefined)
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/teams/:team_id/projects/:project_id',
    summary: 'Remove a project from a team',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    handler: async ({ caller, organizationId, params, request }) => {
      const key = { organizationId, teamId: plainIdOf('tea', params.team_id) }
      const id = projectIdOf(params.project_id)
      await app.authorize(caller, id)
      const project = { id, name: await projectName(id) }
      await removeTeamProject(db, auditActorOf(caller, originOf(request)), key, project)
      return undefined
    },
  })
}
