import { hourMs } from '../../../lib/time.ts'

/** Reports of the crash-report dialog per project and hour, and per address: people write few, programs many. */
const maxPerHour = { project: 500, address: 20 }
const maxCounts = 20_000

/** Counts reports of the dialog by project and by address, in hours. Addresses are in memory alone. */
export class DialogLimiter {
  #hour = 0
  readonly #counts = new Map<string, number>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** @returns whether another one may come */
  take(projectId: number, address: string | undefined): boolean {
    const hour = Math.trunc(this.#now().getTime() / hourMs)
    if (hour !== this.#hour || this.#counts.size > maxCounts) this.#counts.clear()
    this.#hour = hour
    // An address that has had its share uses up none of the project's.
    if (address !== undefined && this.#count(`${projectId} ${address}`) > maxPerHour.address) return false
    return this.#count(`${projectId}`) <= maxPerHour.project
  }

  #count(key: string): number {
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count
  }
}
