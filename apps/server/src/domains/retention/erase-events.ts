import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import { type DeletedGroup, findGroupsToErase, markErased } from '../issues/index.ts'
import { listEventsOfGroups, removeShares, rewriteWithout, walkShares } from '../storage/index.ts'

/**
 * Erases the events of deleted issues: rows, screenshots, bodies in packs; all issues of a project together. Bodies
 * still in segments are left out when those are packed. Each step is a transaction: a stop or crash loses nothing, and
 * the next round continues.
 *
 * @returns whether time ran out before everything was done
 */
export async function eraseEventsOfDeletedGroups(client: pg.PoolClient, isOver: () => boolean): Promise<boolean> {
  for (const groups of byProject(await findGroupsToErase(client))) {
    const { projectId } = groups[0]!
    await listEventsOfGroups(client, projectId, groups)
    const isDone = await walkShares(client, projectId, {
      isOver,
      needsPack: ({ isWhole }) => !isWhole,
      step: async (shares, packs) => {
        const rewrites = await rewriteWithout(packs, shares)
        return () => transactionOn(client, (tx) => removeShares(tx, projectId, shares, rewrites))
      },
    })
    if (!isDone) return true
    await markErased(client, groups)
  }
  return false
}

function byProject(groups: readonly DeletedGroup[]): DeletedGroup[][] {
  const projects = new Map<number, DeletedGroup[]>()
  for (const group of groups) {
    const own = projects.get(group.projectId)
    if (own === undefined) projects.set(group.projectId, [group])
    else own.push(group)
  }
  return [...projects.values()]
}
