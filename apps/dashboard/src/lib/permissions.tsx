import { mayDo, type Role, type Scope } from '@bugle/protocol/vocabulary'
import { createContext, use } from 'react'

export interface Permissions {
  /** The organizations of the signed-in user, with the role in each. */
  organizations: readonly { id: string; role: Role }[]
  projects: readonly { id: string; organization_id: string }[]
}

/** Undefined until it is known. */
export const PermissionsContext = createContext<Permissions | undefined>(undefined)

type May = (scope: Scope) => boolean

/**
 * Returns whether the user may do something in an organization. While roles are not known everything is offered; the
 * server decides in any case.
 */
export function useMay(organizationId: string | undefined): May {
  const permissions = use(PermissionsContext)
  const role = permissions?.organizations.find(({ id }) => id === organizationId)?.role
  return (scope) => role === undefined || mayDo(role, scope)
}

/** The same for a project; for all projects at once, whether it is so in any organization. */
export function useMayInProject(projectId: string | undefined): May {
  const permissions = use(PermissionsContext)
  const inOrganization = useMay(permissions?.projects.find(({ id }) => id === projectId)?.organization_id)
  if (projectId !== undefined || permissions === undefined) return inOrganization
  return (scope) => permissions.organizations.some(({ role }) => mayDo(role, scope))
}
