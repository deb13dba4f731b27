import {
  CreateInvitationResponse,
  InvitationBody,
  InvitationList,
  InvitationTokenBody,
  InvitationView,
  limits,
  OrganizationResponse,
} from '@bugle/protocol'
import { transaction } from '../../db/database.ts'
import { type App, endpoint, originOf, plainIdOf } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { lockUser } from '../accounts/index.ts'
import { isBySso } from '../auth/index.ts'
import { findMembership } from '../memberships/index.ts'
import { auditActorOf } from './audit-actor.ts'
import { findInvitations } from './invitation-store.ts'
import {
  acceptInvitation,
  type InvitationDeps,
  invite,
  viewInvitation,
  withdrawInvitation,
} from './manage-invitations.ts'
import { toInvitation, toOrganization } from './views.ts'

export interface InvitationRouteDeps extends InvitationDeps {
  /** Whether invited people may create an account. */
  mayRegister: boolean
  /** Whether people can log in by an identity provider. */
  hasSso: boolean
}

/** Mounts invitations: how members make them, and how their links are seen and accepted. */
export function mountInvitationRoutes(app: App, deps: InvitationRouteDeps): void {
  const { db, hasSso } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id/invitations',
    summary: 'List invitations, newest first',
    description: 'Those of the last 60 days.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    response: InvitationList,
    handler: async ({ organizationId }) => ({
      invitations: (await findInvitations(db, organizationId, limits.members)).map(toInvitation),
    }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/invitations',
    summary: 'Invite somebody',
    description: [
      'The link is for one person, and only this response shows it. With `email` only an account with that address may',
      'accept, and the address gets a mail unless `send_mail` is false. Before somebody accepts, they see nothing.',
    ].join(' '),
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    addsRecords: true,
    body: InvitationBody,
    status: 201,
    response: CreateInvitationResponse,
    refusals: ['rate_limited'],
    handler: async ({ caller, organizationId, body, request }) => {
      const auditActor = { ...auditActorOf(caller, originOf(request)), userId: caller.userId }
      const { invitation, link } = await invite(deps, auditActor, organizationId, body)
      return { invitation: toInvitation(invitation), link }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/invitations/:invitation_id',
    summary: 'Revoke an invitation',
    tag: 'Organizations',
    access: 'caller',
    scope: 'member:write',
    handler: ({ caller, organizationId, params, request }) => {
      const key = { organizationId, id: plainIdOf('inv', params.invitation_id) }
      return withdrawInvitation(deps, auditActorOf(caller, originOf(request)), key).then(() => undefined)
    },
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/invitations/view',
    summary: 'Get an invitation by its link',
    tag: 'Organizations',
    access: 'public',
    body: InvitationTokenBody,
    response: InvitationView,
    refusals: ['link_expired'],
    handler: ({ body }) => viewInvitation(deps, body.token),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/invitations/accept',
    summary: 'Accept an invitation',
    description: [
      'Somebody without an account sends the token with POST /api/auth/register. An organization that requires single',
      'sign-on is joined by a session of the identity provider; owners may join by any.',
    ].join(' '),
    tag: 'Organizations',
    access: 'caller',
    scope: 'own_account',
    body: InvitationTokenBody,
    response: OrganizationResponse,
    refusals: ['link_expired', 'invitation_for_other', 'already_member', 'sso_required'],
    handler: async ({ caller, body, request }) => {
      const organization = await transaction(db, async (tx) => {
        const user = await lockUser(tx, caller.userId)
        if (user === undefined) throw new Refusal('unauthenticated')
        const sso = { isOn: hasSso, isUsed: await isBySso(tx, caller.tokenId) }
        const { organizationId } = await acceptInvitation(tx, user, body.token, originOf(request), sso)
        return findMembership(tx, organizationId, user.id)
      })
      return { organization: toOrganization(organization!) }
    },
  })
}
