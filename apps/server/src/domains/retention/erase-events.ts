import type pg from 'pg'
import { transactionOn } from '../../db/database.ts'
import { type Erasure, findErasuresDue, markErased } from '../issues/index.ts'
import { goThroughList, listEventsOfGroups, removeShares, rewriteWithout } from '../storage/index.ts'

/**
 * Removes what is stored of deleted issues: rows, pictures, bodies in packs; of a project all of them together. Bodies
 * that are still in segments are left behind when those are packed. A step is a transaction: who is stopped, or dies,
 * has lost nothing, and the next finds what is left.
 *
 * @returns whether it was over before all was done
 */
export async function eraseDeletedGroups(client: pg.PoolClient, isOver: () => boolean): Promise<boolean> {
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
