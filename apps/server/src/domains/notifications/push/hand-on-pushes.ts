import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { Loop } from '../../../lib/loop.ts'
import { findMembers, pushedOf } from '../settings/index.ts'
import { type AddressedChange, addPushes, findProjectsToPush, takePendingPushes } from './push-queue-store.ts'

export interface PendingPushOptions {
  db: Database
  /** Called when devices may have been handed something. */
  onHandedOn: () => void
  onFailed: (error: unknown) => void
}

const projectsAtOnce = 50

/** Hands the pending changes of a bucket on to the devices of members who want to know of them. Any number of workers may run it. */
export function createPendingPushLoop({ db, onHandedOn, onFailed }: PendingPushOptions): Loop {
  return new Loop({
    run: async () => {
      for (let isMore = true; isMore; ) {
        const projectIds = await findProjectsToPush(db, projectsAtOnce)
        for (const projectId of projectIds) await transaction(db, (tx) => handOn(tx, projectId))
        if (projectIds.length > 0) onHandedOn()
        isMore = projectIds.length === projectsAtOnce
      }
      return undefined
    },
    onFailed,
  })
}

async function handOn(tx: Tx, projectId: number): Promise<void> {
  const changes = await takePendingPushes(tx, projectId)
  if (changes.length === 0) return
  const members = (await findMembers(tx, projectId)).map((member) => ({ ...member, wants: pushedOf(member) }))
  for (const same of groupBy(changes, ({ kind, userIds }) => `${kind} ${userIds?.join() ?? ''}`).values()) {
    const [{ kind, userIds: meant }] = same as [AddressedChange]
    const wanting = members.filter(({ userId, wants }) => wants(kind) && meant?.includes(userId) !== false)
    const userIds = wanting.map(({ userId }) => userId)
    if (userIds.length > 0) await addPushes(tx, { projectId, userIds, changes: same })
  }
}
