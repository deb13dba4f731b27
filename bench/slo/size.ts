/** Measured costs. */
export interface Costs {
  /** CPU microseconds of an event, over all processes, packing included. */
  eventMicroseconds: number
  /** CPU microseconds of a page of the dashboard, over all processes. */
  pageMicroseconds: number
  /** Bytes of the disk for an event, packed. */
  eventBytes: number
}

/** A team and its programs. */
export interface Demand {
  eventsPerSecond: number
  members: number
  keptDays: number
}

/** The part of the processors that is planned with: the rest is for bursts, restarts and what comes late. */
const plannedShare = 0.5
/** Pages that a member opens on a working day, all in its busiest eight hours. */
const pagesADay = 200
const workingSeconds = 8 * 3600

/** Returns the events a second, on a steady day, that a number of cores carries beside the members' pages. */
export function eventsCarried(costs: Costs, cores: number, members: number): number {
  return Math.max(0, (cores * plannedShare * 1e6 - cpuOfMembers(costs, members)) / costs.eventMicroseconds)
}

/** Returns the members whose pages a number of cores carries, if nothing else happens. */
export function membersCarried(costs: Costs, cores: number): number {
  return (cores * plannedShare * 1e6) / cpuOfMembers(costs, 1)
}

/** Returns what a demand takes: cores to plan with, and bytes of the disk a day and altogether. */
export function needsOf(
  costs: Costs,
  { eventsPerSecond, members, keptDays }: Demand,
): { cores: number; diskADay: number; disk: number } {
  const cpu = eventsPerSecond * costs.eventMicroseconds + cpuOfMembers(costs, members)
  const diskADay = eventsPerSecond * 86_400 * costs.eventBytes
  return { cores: cpu / 1e6 / plannedShare, diskADay, disk: diskADay * keptDays }
}

/** CPU microseconds a second in the busiest hours. */
function cpuOfMembers({ pageMicroseconds }: Costs, members: number): number {
  return (members * pagesADay * pageMicroseconds) / workingSeconds
}
