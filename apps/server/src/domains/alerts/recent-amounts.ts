import type { AlertThreshold } from '@bugle/protocol'
import { minuteMs } from '../../lib/time.ts'

/** Numbers that are kept; beyond it issues are counted once more than needed. */
const most = 100_000
/** Events can move to another issue, or be deleted: an amount is believed for so long. */
const believedMs = 10 * minuteMs

interface Counted {
  /** Events that the issue had had in all. */
  total: number
  /** Events or people in the window then. */
  amount: number
  until: number
}

/**
 * Amounts that were counted lately, so that an issue is not counted again before it can have reached a threshold: the window
 * gains no more events than the issue does, and no more people than events.
 */
export class RecentAmounts {
  readonly #counted = new Map<string, Counted>()

  /** Whether an issue with so many events in all may have reached a threshold since it was counted. */
  mayReach(key: string, total: number, { count }: AlertThreshold): boolean {
    if (total < count) return false
    const last = this.#counted.get(key)
    if (last === undefined || last.until < performance.now() || total < last.total) return true
    return last.amount + (total - last.total) >= count
  }

  note(key: string, counted: Pick<Counted, 'total' | 'amount'>): void {
    if (this.#counted.size >= most) this.#counted.clear()
    this.#counted.set(key, { ...counted, until: performance.now() + believedMs })
  }
}
