import {
  ChangeMemberBody,
  ChangeOrganizationBody,
  CreateOrganizationBody,
  DeleteOrganizationBody,
  limits,
  MemberList,
  MemberResponse,
  OrganizationList,
  OrganizationResponse,
} from '@bugle/protocol'
import type { FastifyRequest } from 'fastify'
import { type App, type Caller, endpoint, originOf, plainIdOf } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { findMembership, findMemberships } from '../memberships/index.ts'
import { type AuditActor, auditActorOf } from './audit-actor.ts'
import { mountAuditRoutes } from './audit-routes.ts'
import { type InvitationRouteDeps, mountInvitationRoutes } from './invitation-routes.ts'
import { changeRole, leaveOrganization, type MemberDeps, removeMember } from './manage-members.ts'
import {
  changeOrganization,
  createOrganizationFor,
  deleteOrganization,
  type OrganizationDeps,
} from './manage-organizations.ts'
import { findMembersOf } from './member-store.ts'
import { mountTeamRoutes, type TeamRouteDeps } from './team-routes.ts'
import { mountOrganizationTokenRoutes } from './token-routes.ts'
import { toMember, toOrganization } from './views.ts'

export type OrganizationRouteDeps = OrganizationDeps &
  MemberDeps &
  InvitationRouteDeps &
  TeamRouteDeps & { now: () => Date }

/** Mounts organizations with their members, teams, invitations, tokens and audit trail. */
export function mountOrganizations(app: App, deps: OrganizationRouteDeps): void {
  mountOwn(app, deps)
  mountMembers(app, deps)
  mountTeamRoutes(app, deps)
  mountInvitationRoutes(app, deps)
  mountOrganizationTokenRoutes(app, deps)
  mountAuditRoutes(app, deps)
}

function mountOwn(app: App, deps: OrganizationRouteDeps): void {
  const { db } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations',
    summary: 'List your organizations, in the order of joining',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:read',
    response: OrganizationList,
    handler: async ({ caller }) => ({ organizations: (await findMemberships(db, caller.userId)).map(toOrganization) }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations',
    summary: 'Create an organization that you own',
    tag: 'Organizations',
    access: 'caller',
    scope: 'own_account',
    addsRecords: true,
    body: CreateOrganizationBody,
    status: 201,
    response: OrganizationResponse,
    handler: async ({ caller, body, request }) => ({
      organization: toOrganization(await createOrganizationFor(deps, personOf(caller, request), body.name)),
    }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id',
    summary: 'Get an organization',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:read',
    response: OrganizationResponse,
    handler: async ({ caller, organizationId }) => {
      const found = await findMembership(db, organizationId, caller.userId)
      if (found === undefined) throw new Refusal('not_found')
      return { organization: toOrganization(found) }
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/organizations/:id',
    summary: 'Update an organization',
    description: 'Changes only the fields sent. Owners alone.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'org:write',
    addsRecords: true,
    body: ChangeOrganizationBody,
    response: OrganizationResponse,
    handler: async ({ caller, organizationId, body, request }) => ({
      organization: toOrganization(await changeOrganization(deps, personOf(caller, request), organizationId, body)),
    }),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id',
    summary: 'Delete an organization with its projects',
    description: 'Owners alone. The data of its projects is erased in the background. This cannot be undone.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'org:write',
    body: DeleteOrganizationBody,
    handler: ({ caller, organizationId, body, request }) =>
      deleteOrganization(deps, personOf(caller, request), organizationId, body.name).then(() => undefined),
  })
}

function mountMembers(app: App, deps: OrganizationRouteDeps): void {
  const { db } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id/members',
    summary: 'List the members of an organization by name',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:read',
    response: MemberList,
    handler: async ({ organizationId }) => {
      const members = await findMembersOf(db, organizationId, { limit: limits.members })
      return { members: members.map(toMember) }
    },
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/organizations/:id/members/:user_id',
    summary: 'Change the role of a member',
    description: 'Owners give and take any role, admins those below their own. The last owner stays one.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    addsRecords: true,
    body: ChangeMemberBody,
    response: MemberResponse,
    refusals: ['sole_owner'],
    handler: async ({ caller, organizationId, params, body, request }) => {
      const userId = plainIdOf('usr', params.user_id)
      await changeRole(deps, personOf(caller, request), { organizationId, userId, role: body.role })
      const [member] = await findMembersOf(db, organizationId, { userId, limit: 1 })
      if (member === undefined) throw new Refusal('not_found')
      return { member: toMember(member) }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/members/:user_id',
    summary: 'Remove a member',
    description: 'Unassigns their issues, revokes their invitations, and ends their live updates.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    refusals: ['sole_owner'],
    handler: ({ caller, organizationId, params, request }) =>
      removeMember(deps, personOf(caller, request), {
        organizationId,
        userId: plainIdOf('usr', params.user_id),
      }).then(() => undefined),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/leave',
    summary: 'Leave an organization',
    tag: 'Organizations',
    access: 'caller',
    scope: 'own:write',
    refusals: ['sole_owner'],
    handler: ({ caller, organizationId, request }) =>
      leaveOrganization(deps, personOf(caller, request), { organizationId, userId: caller.userId }).then(
        () => undefined,
      ),
  })
}

/** Returns who acts; these routes know users only. */
export function personOf(caller: Caller, request: FastifyRequest): AuditActor & { userId: string } {
  return { ...auditActorOf(caller, originOf(request)), userId: caller.userId }
}
