import { accountQueries } from '@bugle/client-state/queries/account'
import { authQueries } from '@bugle/client-state/queries/auth'
import { oneLine } from '@bugle/presentation/format'
import { mayDo, type Scope } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { source } from './source'

export const { meQuery, registrationQuery } = authQueries(source)
export const { apiTokensQuery, sessionsQuery, totpQuery } = accountQueries(source)

/** Names of the account's organizations by their ids, in the order of joining. */
export function useOrganizationNames(): ReadonlyMap<string, string> {
  const organizations = useQuery(meQuery).data?.organizations ?? []
  return new Map(organizations.map(({ id, name }) => [id, oneLine(name)]))
}

/**
 * Says what the role in an organization allows; without one, what it allows in any. Until the roles are known, nothing is
 * hidden: the server refuses what is not allowed.
 */
export function useMay(organizationId?: string): (scope: Scope) => boolean {
  const organizations = useQuery(meQuery).data?.organizations
  return (scope) => {
    if (organizations === undefined || organizations.length === 0) return true
    const counted =
      organizationId === undefined ? organizations : organizations.filter(({ id }) => id === organizationId)
    return counted.length === 0 || counted.some(({ role }) => mayDo(role, scope))
  }
}
