import { hourMs } from '../../../time.ts'

/** Reports of the crash-report dialog per project and hour: people write few, programs that fill in forms many. */
const maxPerHour = 500
const maxProjects = 10_000

/** Counts reports of the dialog by project, in hours. */
export class DialogLimiter {
  #hour = 0
  readonly #counts = new Map<number, number>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** @returns whether another one may come */
  take(projectId: number): boolean {
    const hour = Math.trunc(this.#now().getTime() / hourMs)
    if (hour !== this.#hour || this.#counts.size > maxProjects) this.#counts.clear()
    this.#hour = hour
    const count = (this.#counts.get(projectId) ?? 0) + 1
    this.#counts.set(projectId, count)
    return count <= maxPerHour
  }
}
