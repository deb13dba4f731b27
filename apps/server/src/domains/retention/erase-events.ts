import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import { type Erasure, findErasuresDue, markErased } from '../issues/index.ts'
import { goThroughList, listEventsOfGroups, removeShares, rewriteWithout } from '../storage/index.ts'

/**
 * Erases the events of deleted issues: rows, screenshots, bodies in packs; all issues of a project together. Bodies
 * still in segments are left out when those are packed. Each step is a transaction: a stop or crash loses nothing, and
 * the next round continues.
 *
 * @returns whether time ran out before everything was done
 */
export async function eraseEventsOfDeletedGroups(client: pg.PoolClient, isOver: () => boolean): Promise<boolean> {
  for (const erasures of byProject(await findErasuresDue(client))) {
    const { projectId } = erasures[0]!
    await listEventsOfGroups(client, projectId, erasures)
    const isDone = await goThroughList(client, projectId, {
      isOver,
      needsPack: ({ isWhole }) => !isWhole,
      step: async (shares, packs) => {
        const rewrites = await rewriteWithout(packs, shares)
        return () => transactionOn(client, (tx) => removeShares(tx, projectId, shares, rewrites))
      },
    })
    if (!isDone) return true
    await markErased(client, erasures)
  }
  return false
}

function byProject(erasures: readonly Erasure[]): Erasure[][] {
  const projects = new Map<number, Erasure[]>()
  for (const erasure of erasures) {
    const own = projects.get(erasure.projectId)
    if (own === undefined) projects.set(erasure.projectId, [erasure])
    else own.push(erasure)
  }
  return [...projects.values()]
}
