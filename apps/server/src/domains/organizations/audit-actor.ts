import type { Caller } from '../../http/caller.ts'
import type { AuditOrigin } from '../accounts/index.ts'

/** The actor of a change in an organization, with the origin of the request. */
export interface AuditActor {
  kind: 'user' | 'token' | 'operator' | 'oidc'
  /** The user; null for tokens of an organization and for the operator. */
  userId: string | null
  origin: AuditOrigin
}

/** The operator, by a command on the server. */
export const operator: AuditActor = {
  kind: 'operator',
  userId: null,
  origin: { address: null, device: null, tokenId: null },
}

/** Returns who acts by a request. A personal API token acts as its user, and the entry says so. */
export function auditActorOf(
  caller: Pick<Caller, 'userId' | 'kind' | 'organizationId'>,
  origin: AuditOrigin,
): AuditActor {
  const isOfOrganization = caller.organizationId !== undefined
  return {
    kind: caller.kind === 'api' ? 'token' : 'user',
    userId: isOfOrganization ? null : caller.userId,
    origin,
  }
}
