import type { BugleEvent } from './event.ts'

/** What was not reported, by reason, until an event takes the news along. */
export class Drops {
  #counts = new Map<string, number>()

  add(reason: string, count = 1): void {
    const known = this.#counts.has(reason) || this.#counts.size < 20 ? reason : 'other'
    this.#counts.set(known, Math.min((this.#counts.get(known) ?? 0) + count, 1_000_000_000))
  }

  /** An event that was to be sent: it counts as often as it stands for, and the news it carried go with another. */
  addEvent(reason: string, event: Pick<BugleEvent, 'repeat' | 'client_drops'>): void {
    this.add(reason, event.repeat ?? 1)
    for (const carried of event.client_drops ?? []) this.add(carried.reason, carried.count)
  }

  /** Hands the counts over, at most 20 reasons; undefined when there are none. */
  take(): BugleEvent['client_drops'] {
    if (this.#counts.size === 0) return undefined
    const taken = [...this.#counts].slice(0, 20)
    for (const [reason] of taken) this.#counts.delete(reason)
    return taken.map(([reason, count]) => ({ reason, count }))
  }
}
