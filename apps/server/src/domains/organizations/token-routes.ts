import { CreateOrganizationTokenBody, CreateOrganizationTokenResponse, OrganizationTokenList } from '@bugle/protocol'
import type { Database } from '../../db/database.ts'
import { type App, endpoint, numberOf, originOf } from '../../http/index.ts'
import { findOrganizationTokens } from '../auth/index.ts'
import { auditActorOf } from './audit-actor.ts'
import { addOrganizationToken, endOrganizationToken } from './manage-organizations.ts'
import { toOrganizationToken } from './views.ts'

/** Mounts tokens that belong to an organization, so that builds go on when their author leaves. */
export function mountOrganizationTokenRoutes(app: App, { db, now }: { db: Database; now: () => Date }): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/organizations/:id/tokens',
    summary: 'List the tokens of an organization, newest first',
    tag: 'Organizations',
    access: 'caller',
    scope: 'token:write',
    response: OrganizationTokenList,
    handler: async ({ organizationId }) => ({
      tokens: (await findOrganizationTokens(db, organizationId)).map(toOrganizationToken),
    }),
  })

  endpoint(app, {
    method: 'POST',
    url: '/api/organizations/:id/tokens',
    summary: 'Create a token of the organization, for programs',
    description: 'It acts for the organization within its scopes, and stays when its author leaves. Shown here only.',
    tag: 'Organizations',
    access: 'caller',
    scope: 'token:write',
    addsRecords: true,
    body: CreateOrganizationTokenBody,
    status: 201,
    response: CreateOrganizationTokenResponse,
    handler: async ({ caller, organizationId, body, request }) => {
      const auditActor = { ...auditActorOf(caller, originOf(request)), userId: caller.userId }
      const { record, text } = await addOrganizationToken(db, auditActor, organizationId, body, now())
      return { organization_token: toOrganizationToken(record), token: text }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/organizations/:id/tokens/:token_id',
    summary: 'Delete a token of the organization',
    tag: 'Organizations',
    access: 'caller',
    scope: 'token:write',
    handler: ({ caller, organizationId, params, request }) =>
      endOrganizationToken(db, auditActorOf(caller, originOf(request)), organizationId, numberOf(params.token_id)).then(
        () => undefined,
      ),
  })
}
