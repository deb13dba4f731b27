import { type Connection, type Tx, transactionOn } from '../../../db/database.ts'
import { findMovable, type MovedRow, type PackKey, queueDeletions, writePayload } from './pack-object-store.ts'
import type { PackObjects } from './pack-objects.ts'
import { allowPauses } from './pack-store.ts'

export interface MoveStep {
  moved: number
  bytes: number
  /** Payloads whose objects are missing; they stay as they are. */
  lost: number
  /** Where the next step goes on; undefined at the end. */
  after: PackKey | undefined
}

/**
 * Moves some payloads into the object store, or back into their rows, beside a running server. Each step is a transaction: an
 * interrupted one leaves objects that no row names, which the sweep removes, and the next attempt finds what is left.
 */
export function movePayloads(
  client: Connection,
  objects: PackObjects,
  { to, after }: { to: 'store' | 'database'; after: PackKey | undefined },
): Promise<MoveStep> {
  return transactionOn(client, async (tx) => {
    await allowPauses(tx)
    const rows = await findMovable(tx, to, after)
    if (rows.length === 0) return { moved: 0, bytes: 0, lost: 0, after: undefined }
    const moved = to === 'store' ? await objects.place(tx, rows, true) : await fetchAll(tx, objects, rows)
    for (const row of moved) await writePayload(tx, row)
    if (to === 'database') await queueDeletions(tx, rows.filter(isIn(moved)).map(toObject))
    const bytes = moved.reduce((sum, { payload, objectBytes }) => sum + payload.length + objectBytes, 0)
    return { moved: moved.length, bytes, lost: rows.length - moved.length, after: rows.at(-1) }
  })
}

async function fetchAll(tx: Tx, objects: PackObjects, rows: readonly MovedRow[]): Promise<MovedRow[]> {
  await objects.open(tx)
  const payloads = await Promise.all(rows.map((row) => objects.read(tx, row)))
  return rows.flatMap((row, index) => {
    const payload = payloads[index]
    return payload === undefined ? [] : [{ ...row, payload, object: null, objectBytes: 0 }]
  })
}

function isIn(moved: readonly MovedRow[]): (row: MovedRow) => boolean {
  const keys = new Set(moved.map(({ id, projectId }) => `${projectId}:${id}`))
  return ({ id, projectId }) => keys.has(`${projectId}:${id}`)
}

function toObject({ projectId, object }: MovedRow): { projectId: number; object: string } {
  return { projectId, object: object! }
}
