import type { Tx } from '../../db/database.ts'
import { findErasures } from '../issues/index.ts'
import type { EventColumns } from '../storage/index.ts'

/** What was deleted, as far as events may still come for it. It is read anew whenever something was. */
export class ErasureCache {
  #version = 0
  #before = new Map<string, number>()

  /** Knows of all up to a version. Returns whether there were some that it had not known. */
  async bringTo(tx: Tx, version: number): Promise<boolean> {
    if (version === this.#version) return false
    const erasures = await findErasures(tx)
    this.#before = new Map(
      erasures.map(({ projectId, groupId, erasedBefore }) => [
        `${projectId}:${groupId.replaceAll('-', '')}`,
        erasedBefore.getTime(),
      ]),
    )
    this.#version = version
    return true
  }

  /** Those events that were not received before their issue was deleted. */
  without<Event extends EventColumns>(events: Event[]): Event[] {
    if (this.#before.size === 0) return events
    return events.filter(
      ({ projectId, groupId, receivedAt }) => !(receivedAt < (this.#before.get(`${projectId}:${groupId}`) ?? 0)),
    )
  }
}
