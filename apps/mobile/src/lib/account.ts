import { type May, mayAnywhere, mayIn } from '@bugle/client-state/permissions'
import { accountQueries } from '@bugle/client-state/queries/account'
import { authQueries } from '@bugle/client-state/queries/auth'
import { oneLine } from '@bugle/presentation/format'
import { useQuery } from '@tanstack/react-query'
import { source } from './source'

export const { meQuery, registrationQuery } = authQueries(source)
export const { apiTokensQuery, sessionsQuery, totpQuery } = accountQueries(source)

/** Names of the account's organizations by their ids, in the order of joining. */
export function useOrganizationNames(): ReadonlyMap<string, string> {
  const organizations = useQuery(meQuery).data?.organizations ?? []
  return new Map(organizations.map(({ id, name }) => [id, oneLine(name)]))
}

/** Returns a check of what the role in an organization allows. */
export function useMayIn(organizationId: string | undefined): May {
  return mayIn(useQuery(meQuery).data?.organizations, organizationId)
}

/** Returns a check whether the role in the organization of an issue allows decisions about it. */
export function useMayChange(
  projects: readonly { id: string; organization_id: string }[] | undefined,
): (issue: { project_id: string }) => boolean {
  const organizations = useQuery(meQuery).data?.organizations
  const owners = new Map(projects?.map(({ id, organization_id }) => [id, organization_id]))
  return ({ project_id }) => mayIn(organizations, owners.get(project_id))('issue:write')
}

/** Returns a check of what the role in any organization allows. */
export function useMay(): May {
  return mayAnywhere(useQuery(meQuery).data?.organizations)
}
