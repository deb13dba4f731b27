import { mayDo, type Role, type Scope } from '@bugle/protocol/vocabulary'

/** The organizations of a user, with the role in each. */
export type Memberships = readonly { id: string; role: Role }[]

export type May = (scope: Scope) => boolean

/**
 * Returns what a user may do in an organization. While the roles or the organization are not known everything is offered;
 * the server decides in any case.
 */
export function mayIn(memberships: Memberships | undefined, organizationId: string | undefined): May {
  const role = memberships?.find(({ id }) => id === organizationId)?.role
  return (scope) => role === undefined || mayDo(role, scope)
}

/** Returns what a user may do in any organization, for what concerns all of them; everything while there is none. */
export function mayAnywhere(memberships: Memberships | undefined): May {
  return (scope) =>
    memberships === undefined || memberships.length === 0 || memberships.some(({ role }) => mayDo(role, scope))
}
