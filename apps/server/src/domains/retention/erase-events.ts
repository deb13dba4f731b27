import { type Connection, transactionOn } from '../../db/database.ts'
import type { LastTurn } from '../../db/turns.ts'
import { groupBy } from '../../lib/group-by.ts'
import { findGroupsToErase, markErased } from '../issues/index.ts'
import type { ObjectPayloads } from '../objects/index.ts'
import { listEventsOfGroups, removeShares, rewriteWithout, walkShares } from '../storage/index.ts'

/** Time that a project has before it is the next one's turn. */
const turnMs = 5000

/**
 * Erases the events of deleted issues: rows, screenshots, bodies in packs; by project in turn, all issues of one together.
 * Bodies still in segments are left out when those are packed. Each step is a transaction: a stop or crash loses nothing,
 * and the next round continues.
 *
 * @returns whether there is more to do
 */
export async function eraseEventsOfDeletedGroups(
  client: Connection,
  { objects, turn, isOver }: { objects: ObjectPayloads; turn: LastTurn; isOver: () => boolean },
): Promise<boolean> {
  for (;;) {
    const due = await findGroupsToErase(client, turn.last)
    if (due.length === 0) return false
    for (const [projectId, groups] of groupBy(due, (group) => group.projectId)) {
      turn.last = projectId
      const end = performance.now() + turnMs
      await listEventsOfGroups(client, projectId, groups)
      const isDone = await walkShares(client, projectId, {
        objects,
        isOver: () => isOver() || performance.now() > end,
        needsPack: ({ isWhole }) => !isWhole,
        step: async (shares, packs) => {
          const rewrites = await rewriteWithout({ db: client, objects }, packs, shares)
          return () => transactionOn(client, (tx) => removeShares(tx, projectId, shares, rewrites))
        },
      })
      if (isDone) await markErased(client, groups)
      if (isOver()) return true
    }
  }
}
