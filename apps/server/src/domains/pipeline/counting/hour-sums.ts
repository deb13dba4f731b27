import type { HexId } from '@bugle/protocol'
import { groupKey } from '../../counters/index.ts'
import type { GroupHours, HourlyCount } from './tally.ts'

type HourWire = [hour: number, environmentId: number, releaseId: number, platform: number, count: number]
export type HoursWire = [projectId: number, groupId: HexId, hours: HourWire[]][]

/** Sums hourly counts by group. */
export class HourSums {
  /** By `project:group`, then by the columns of a counter. */
  readonly #groups = new Map<string, Omit<GroupHours, 'hours'> & { hours: Map<string, HourlyCount> }>()

  get isEmpty(): boolean {
    return this.#groups.size === 0
  }

  add({ projectId, groupId, hours }: GroupHours): void {
    const key = groupKey({ projectId, groupId })
    const group = this.#groups.get(key) ?? { projectId, groupId, hours: new Map<string, HourlyCount>() }
    this.#groups.set(key, group)
    for (const counted of hours) {
      const { hour, environmentId, releaseId, platform, count } = counted
      const counter = `${hour}:${environmentId}:${releaseId}:${platform}`
      const found = group.hours.get(counter)
      if (found === undefined) group.hours.set(counter, { ...counted })
      else found.count += count
    }
  }

  toWire(): HoursWire {
    return this.all().map(({ projectId, groupId, hours }) => [
      projectId,
      groupId,
      hours.map(
        ({ hour, environmentId, releaseId, platform, count }): HourWire => [
          hour,
          environmentId,
          releaseId,
          platform,
          count,
        ],
      ),
    ])
  }

  addWire(wire: HoursWire): void {
    for (const [projectId, groupId, hours] of wire)
      this.add({
        projectId,
        groupId,
        hours: hours.map(([hour, environmentId, releaseId, platform, count]) => ({
          hour,
          environmentId,
          releaseId,
          platform,
          count,
        })),
      })
  }

  /** Removes a group; returns whether it had any counts. */
  drop(ofGroup: string): boolean {
    return this.#groups.delete(ofGroup)
  }

  all(): GroupHours[] {
    return [...this.#groups.values()].map(({ hours, ...group }) => ({ ...group, hours: [...hours.values()] }))
  }
}
