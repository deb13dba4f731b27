/**
 * Permissions. Every endpoint names the scope it needs; a role is a set of scopes, and an API token a subset of the
 * role of its owner.
 */
export const scopes = [
  'project:read',
  'project:write',
  'issue:read',
  'issue:write',
  'issue:delete',
  'own:write',
  'artifact:write',
  'person:erase',
  'alert:write',
  'member:read',
  'team:write',
  'member:write',
  'token:write',
  'audit:read',
  'org:write',
] as const
export type Scope = (typeof scopes)[number]

/** Roles in an organization, the most powerful first. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

const viewer: readonly Scope[] = ['project:read', 'issue:read', 'own:write', 'member:read']
// team:write alone changes teams that its holder leads; an admin changes every team.
const member: readonly Scope[] = [...viewer, 'issue:write', 'artifact:write', 'team:write']
const admin: readonly Scope[] = [
  ...member,
  'project:write',
  'issue:delete',
  'person:erase',
  'alert:write',
  'member:write',
  'token:write',
  'audit:read',
]

/** The scopes of each role. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: [...admin, 'org:write'],
  admin,
  member,
  viewer,
}

/** Scopes that a personal API token may have. Its owner's role limits it further, in each organization. */
export const apiTokenScopes = [
  'project:read',
  'project:write',
  'issue:read',
  'issue:write',
  'issue:delete',
  'artifact:write',
  'member:read',
  'audit:read',
] as const satisfies readonly Scope[]
export type ApiTokenScope = (typeof apiTokenScopes)[number]

/** Scopes that a token of an organization may have: those that need no person. */
export const organizationTokenScopes = [
  'project:read',
  'issue:read',
  'artifact:write',
] as const satisfies readonly Scope[]
export type OrganizationTokenScope = (typeof organizationTokenScopes)[number]

/** Returns the roles that have a scope. */
export function rolesWith(scope: Scope): Role[] {
  return roles.filter((role) => scopesOfRole[role].includes(scope))
}

export function mayDo(role: Role, scope: Scope): boolean {
  return scopesOfRole[role].includes(scope)
}

/** Whether a role is at least as powerful as another. */
export function isAtLeast(role: Role, other: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(other)
}
