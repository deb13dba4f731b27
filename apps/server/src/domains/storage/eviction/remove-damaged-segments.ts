import type { Tx } from '../../../db/database.ts'
import { bytesByProject, dropSegments, findAgedDamaged } from '../packs/index.ts'
import { DamagedBody, decodeLocations, type EventLocation, subtractUnpacked } from '../segments/index.ts'
import { deleteEvents, findEventsOfSegment } from './evict-store.ts'

/**
 * Removes segments that cannot be read, once they are older than the retention allows, and the rows of their events; the
 * first and the latest event of each group keep theirs.
 */
export async function removeDamagedSegments(tx: Tx, before: Date): Promise<void> {
  for (const { id, columns, storedBytes } of await findAgedDamaged(tx, before)) {
    const locations = locationsOf(columns, id)
    for (const projectId of new Set(locations.map((location) => location.projectId))) {
      const events = await findEventsOfSegment(
        tx,
        locations.filter((location) => location.projectId === projectId),
      )
      const removed = events.filter((event) => !event.isKept)
      await deleteEvents(
        tx,
        projectId,
        removed.map((event) => event.eventId),
      )
    }
    await subtractUnpacked(tx, bytesByProject(locations, storedBytes))
    await dropSegments(tx, [id])
  }
}

/** Returns the locations of a segment's events; none if its columns are unreadable, since they were never counted then. */
function locationsOf(columns: Buffer, id: number): EventLocation[] {
  try {
    return decodeLocations(columns, id)
  } catch (error) {
    if (!(error instanceof DamagedBody)) throw error
    return []
  }
}
