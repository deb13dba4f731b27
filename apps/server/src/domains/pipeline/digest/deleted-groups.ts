import { toHexId } from '@bugle/protocol'
import type { Tx } from '../../../db/database.ts'
import { groupKey } from '../../counters/index.ts'
import { findDeletedGroups } from '../../issues/index.ts'
import { type EventColumns, namedGroupOf } from '../../storage/index.ts'

/** Deleted groups that events may still arrive for; reloaded whenever one is added. */
export class DeletedGroups {
  #version = 0
  #before = new Map<string, number>()

  /** Loads all deleted groups up to a version. @returns whether any were new */
  async bringTo(tx: Tx, version: number): Promise<boolean> {
    if (version === this.#version) return false
    const deleted = await findDeletedGroups(tx)
    this.#before = new Map(
      deleted.map(({ projectId, groupId, deletedAt }) => [
        groupKey({ projectId, groupId: toHexId(groupId) }),
        deletedAt.getTime(),
      ]),
    )
    this.#version = version
    return true
  }

  /** The deleted groups, as `project:group`. */
  get groups(): Iterable<string> {
    return this.#before.keys()
  }

  /** Returns those events that were not received before their issue was deleted. */
  without<Event extends EventColumns>(events: Event[]): Event[] {
    if (this.#before.size === 0) return events
    return events.filter((event) => {
      const { projectId, groupId, receivedAt } = event
      // An exact group that is not known yet goes with the group that it would have belonged to.
      const ids = [groupId, namedGroupOf(event)]
      return !ids.some((id) => receivedAt < (this.#before.get(groupKey({ projectId, groupId: id })) ?? 0))
    })
  }
}
