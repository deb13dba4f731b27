import type { Budget } from '../db/byte-owners.ts'
import type { Database } from '../db/database.ts'
import { notify } from '../db/listener.ts'
import { findDiskState, measureChannel } from '../domains/storage/index.ts'
import { FreeSpace } from '../lib/free-space.ts'

/** Reads what the worker measures, and wakes it when much was stored since. */
export function createFreeSpace(db: Database, budget: Budget): FreeSpace {
  return new FreeSpace({
    read: (known) => findDiskState(db, budget, known),
    onGrown: () => void notify(db, measureChannel).catch(() => {}),
  })
}
