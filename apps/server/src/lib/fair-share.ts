import { fairLevel } from './fair-level.ts'

/** A project by its number; an organization or an account by its id. */
export type Owner = number | string

/** An owner's use of a disk budget. */
export interface Use {
  owner: Owner
  /** The organization of a project. Any other owner stands for itself. */
  organizationId: string
  bytes: number
}

/**
 * Returns the share of each project: first every organization gets a fair part of the capacity, so that making more
 * projects gains nothing, then every project a fair part of its organization's.
 */
export function sharesOf(uses: readonly Use[], capacity: number): Map<Owner, number> {
  const organizations = byOrganization(uses)
  const level = fairLevel([...organizations.values()].map(bytesOf), capacity)
  const shares = new Map<Owner, number>()
  for (const projects of organizations.values()) {
    const own = fairLevel(
      projects.map(({ bytes }) => bytes),
      level,
    )
    for (const { owner } of projects) shares.set(owner, own)
  }
  return shares
}

/**
 * Returns how far each project may grow before it takes from others: to the level at which the organizations would be
 * if one more came and took all it can.
 *
 * @returns the limits of the given projects, and the limit of a new project
 */
export function growthSharesOf(
  uses: readonly Use[],
  capacity: number,
): { shares: Map<Owner, number>; newcomer: number } {
  const organizations = byOrganization(uses)
  const newcomer = fairLevel([...[...organizations.values()].map(bytesOf), Number.POSITIVE_INFINITY], capacity)
  const shares = new Map<Owner, number>()
  for (const projects of organizations.values()) {
    const total = bytesOf(projects)
    const own = fairLevel(
      projects.map(({ bytes }) => bytes),
      newcomer,
    )
    for (const { owner, bytes } of projects) shares.set(owner, total > newcomer ? own : bytes + newcomer - total)
  }
  return { shares, newcomer }
}

function byOrganization(uses: readonly Use[]): Map<string, Use[]> {
  const organizations = new Map<string, Use[]>()
  for (const use of uses) {
    const own = organizations.get(use.organizationId)
    if (own === undefined) organizations.set(use.organizationId, [use])
    else own.push(use)
  }
  return organizations
}

function bytesOf(uses: readonly Use[]): number {
  return uses.reduce((sum, { bytes }) => sum + bytes, 0)
}
