import type { Database } from '../db/database.ts'
import { Loop } from '../lib/loop.ts'

/** Work that waits in a table. */
export interface WaitingWork {
  /** SQL condition: some of it can be done now. */
  condition: string
  /** Starts doing it. */
  wake: () => void
}

export interface WorkSweepOptions {
  db: Database
  /** Names the statement. */
  name: string
  /** All of it waits on one server. */
  work: readonly WaitingWork[]
  onFailed: (error: unknown) => void
}

/** A lost notification, a job that became due and the claim of a killed worker are found within this time. */
const everyMs = 4000

/**
 * Looks for work that no notification announces. One statement asks a server for all of it, so that an idle installation leaves its
 * database alone; everything else is woken when there is something to do.
 */
export function createWorkSweep({ db, name, work, onFailed }: WorkSweepOptions): Loop {
  const text = `select ${work.map(({ condition }, index) => `(${condition}) as "${index}"`).join(', ')}`
  return new Loop({
    run: async () => {
      const { rows } = await db.query<Record<string, boolean>>({ name, text })
      for (const [index, { wake }] of work.entries()) if (rows[0]![index]) wake()
      return undefined
    },
    everyMs,
    onFailed,
  })
}
