import { type Database, transaction } from '../../db/database.ts'
import { takePendingEntries } from '../organizations/index.ts'
import { addAuditEntries } from './delivery-store.ts'

const atOnce = 500

/** Hands entries of audit trails on to the channels that ask for them: none is lost, and none is sent twice. */
export async function handOnEntries(db: Database): Promise<void> {
  for (let taken = atOnce; taken === atOnce; )
    taken = await transaction(db, async (tx) => {
      const entries = await takePendingEntries(tx, atOnce)
      await addAuditEntries(tx, entries)
      return entries.length
    })
}
