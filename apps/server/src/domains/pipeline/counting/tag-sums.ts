import type { HexId } from '@bugle/protocol'
import { groupKey } from '../../counters/index.ts'

interface GroupIds {
  projectId: number
  groupId: HexId
}

/** A tag key of a group, with how many events carry each of its values. */
export interface TagKeyCounts extends GroupIds {
  key: string
  values: Map<string, number>
}

export type TagsWire = [projectId: number, groupId: HexId, tags: [key: string, value: string, count: number][]][]

/** Sums tag counts by group, key and value. */
export class TagSums {
  /** By project and group, then by key. */
  readonly #groups = new Map<string, Map<string, TagKeyCounts>>()

  get isEmpty(): boolean {
    return this.#groups.size === 0
  }

  /** @param ofGroup the key of the group */
  add(ofGroup: string, { projectId, groupId }: GroupIds, key: string, value: string, count: number): void {
    const keys = this.#groups.get(ofGroup) ?? new Map<string, TagKeyCounts>()
    if (keys.size === 0) this.#groups.set(ofGroup, keys)
    const found = keys.get(key)
    if (found === undefined) keys.set(key, { projectId, groupId, key, values: new Map([[value, count]]) })
    else found.values.set(value, (found.values.get(value) ?? 0) + count)
  }

  toWire(): TagsWire {
    return [...this.#groups.values()].map((keys): TagsWire[number] => {
      const all = [...keys.values()]
      const { projectId, groupId } = all[0]!
      return [
        projectId,
        groupId,
        all.flatMap(({ key, values }) =>
          [...values].map(([value, count]): [string, string, number] => [key, value, count]),
        ),
      ]
    })
  }

  addWire(wire: TagsWire): void {
    for (const [projectId, groupId, tags] of wire) {
      const group = { projectId, groupId }
      const ofGroup = groupKey(group)
      for (const [key, value, count] of tags) this.add(ofGroup, group, key, value, count)
    }
  }

  /** Removes a group; returns whether it had any tags. */
  drop(ofGroup: string): boolean {
    return this.#groups.delete(ofGroup)
  }

  /** Lists the sums in the order of the table's key, so that two writers never deadlock. */
  inOrder(): TagKeyCounts[] {
    const inOrder = [...this.#groups.keys()].sort()
    return inOrder.flatMap((ofGroup) => {
      const keys = this.#groups.get(ofGroup)!
      return [...keys.keys()].sort().map((key) => keys.get(key)!)
    })
  }
}
