import type { Tx } from '../../db/database.ts'
import { DamagedBody } from './damaged-body.ts'
import { decodePlaces, type EventPlace } from './event-columns.ts'
import { deleteEvents, findEventsOfSegment } from './evict-store.ts'
import { dropSegments, findAgedDamaged } from './pack-store.ts'
import { takeUnpacked } from './segment-upkeep-store.ts'
import { bytesByProject } from './unpacked-bytes.ts'

/**
 * Removes segments that cannot be read, once they are older than the retention allows, and the rows of their events; the
 * first and the latest event of each group keep theirs.
 */
export async function dropDamaged(tx: Tx, before: Date): Promise<void> {
  for (const { id, columns, storedBytes } of await findAgedDamaged(tx, before)) {
    const places = placesOf(columns, id)
    for (const projectId of new Set(places.map((place) => place.projectId))) {
      const events = await findEventsOfSegment(
        tx,
        places.filter((place) => place.projectId === projectId),
      )
      const going = events.filter((event) => !event.isKept)
      await deleteEvents(
        tx,
        projectId,
        going.map((event) => event.eventId),
      )
    }
    await takeUnpacked(tx, bytesByProject(places, storedBytes))
    await dropSegments(tx, [id])
  }
}

/** Removes segments with unreadable columns, whose events were never counted. */
function placesOf(columns: Buffer, id: number): EventPlace[] {
  try {
    return decodePlaces(columns, id)
  } catch (error) {
    if (!(error instanceof DamagedBody)) throw error
    return []
  }
}
