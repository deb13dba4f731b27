import { type May, mayAnywhere, mayIn } from '@bugle/client-state/permissions'
import type { Role } from '@bugle/protocol/vocabulary'
import { createContext, use } from 'react'

export interface Permissions {
  /** The organizations of the signed-in user, with the role in each. */
  organizations: readonly { id: string; name: string; role: Role }[]
  projects: readonly { id: string; organization_id: string }[]
}

/** Undefined until it is known. */
export const PermissionsContext = createContext<Permissions | undefined>(undefined)

/** Returns what the user may do in an organization. */
export function useMay(organizationId: string | undefined): May {
  return mayIn(use(PermissionsContext)?.organizations, organizationId)
}

/** Returns the organization of a project; without a project, all of the user. */
export function useOrganizationsOf(projectId: string | undefined): Permissions['organizations'] {
  const { organizations = [], projects = [] } = use(PermissionsContext) ?? {}
  if (projectId === undefined) return organizations
  const home = projects.find(({ id }) => id === projectId)?.organization_id
  return organizations.filter(({ id }) => id === home)
}

/** Returns what the user may do in a project; without a project, what the user may do in any organization. */
export function useMayInProject(projectId: string | undefined): May {
  const { organizations, projects } = use(PermissionsContext) ?? {}
  if (projectId === undefined) return mayAnywhere(organizations)
  return mayIn(organizations, projects?.find(({ id }) => id === projectId)?.organization_id)
}
