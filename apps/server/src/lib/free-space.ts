import { fairLevel } from './fair-level.ts'
import type { Owner } from './fair-share.ts'

/** State of the disk as last measured by a worker. */
export interface MeasuredDisk {
  /** Start of the measurement in epoch milliseconds, by the clock of the database: a new one has another. */
  measuredAt: number
  /** Time from its start until it was read. */
  ageMs: number
  hasRoom: boolean
  usedBytes: number
  maxBytes: number
  /** Growth allowed to owners that are not listed. */
  shareBytes: number
  owners: readonly { owner: Owner; usedBytes: number; shareBytes: number }[]
}

export interface FreeSpaceOptions {
  /** Undefined if there is no measurement newer than `known`. */
  read: (known: number | undefined) => Promise<MeasuredDisk | undefined>
  /** Called while more was stored since the last measurement than the next one should wait for. */
  onGrown?: () => void
  /** Milliseconds; for simulations. */
  clock?: () => number
}

/**
 * Above this part of the budget an owner that is above its share is refused; above the other, whoever stores most just
 * now. The last part is for owners within their share, however full the rest is.
 */
const refuseShareAbove = 0.9
const refuseMostAbove = 0.95
const reserve = 0.03
const tickMs = 2000
/** While little is stored and much is free, only one of this many ticks reads the database. */
const calmTicks = 15
const calm = { usedBelow: 0.8, storedBelow: 0.001 }
/** Part of the budget that is stored before a measurement is asked for. */
const grownAbove = 0.02

/**
 * Whether there is room in a budget of the disk. Between two measurements it counts what this process has stored since, so
 * that no owner can fill it in the seconds until it is noticed.
 */
export class FreeSpace {
  readonly #read: FreeSpaceOptions['read']
  readonly #onGrown: () => void
  readonly #clock: () => number
  #measured: MeasuredDisk | undefined
  #owners = new Map<Owner, { usedBytes: number; shareBytes: number }>()
  /** Stored since, the newest last, a tally for each refresh; those that ended before a measurement began are in it. */
  #recent: Tally[] = [new Tally()]
  /**
   * Bytes an owner may have stored since the last measurement once the budget is nearly used up; computed on demand.
   */
  #recentShare: number | undefined
  /** Ticks since the last refresh. */
  #ticks = 0
  readonly #timer: NodeJS.Timeout

  constructor({ read, onGrown = () => {}, clock = () => performance.now() }: FreeSpaceOptions) {
    this.#read = read
    this.#clock = clock
    this.#onGrown = onGrown
    void this.refresh()
    this.#timer = setInterval(() => void this.#refreshIfDue(), tickMs)
  }

  /** Why more of an owner is refused; undefined when there is room. */
  refusalFor(owner: Owner): 'storage_full' | 'project_storage_full' | undefined {
    const measured = this.#measured
    if (measured === undefined) return undefined
    if (!measured.hasRoom) return 'storage_full'
    const used = measured.usedBytes + this.#stored
    if (used <= measured.maxBytes * refuseShareAbove) return undefined
    const known = this.#owners.get(owner)
    const recent = this.#recentOf(owner)
    if ((known?.usedBytes ?? 0) + recent > (known?.shareBytes ?? measured.shareBytes)) return 'project_storage_full'
    if (used <= measured.maxBytes * refuseMostAbove) return undefined
    // Near the limit, refuse those that filled it just now rather than those that send as always.
    this.#recentShare ??= this.#fairRecentShare(measured)
    return recent > this.#recentShare ? 'storage_full' : undefined
  }

  /** Adds the bytes just stored for each owner. */
  note(bytes: ReadonlyMap<Owner, number>): void {
    this.#recent.at(-1)!.add(bytes)
    this.#recentShare = undefined
  }

  /** Reads the last measurement. An unreachable database is refused elsewhere. */
  async refresh(): Promise<void> {
    this.#ticks = 0
    const readAt = this.#clock()
    const measured = await this.#read(this.#measured?.measuredAt).catch(() => undefined)
    this.#recent.at(-1)!.endedAt = this.#clock()
    if (measured !== undefined && measured.measuredAt !== this.#measured?.measuredAt) {
      this.#measured = measured
      this.#owners = new Map(measured.owners.map((known) => [known.owner, known]))
      this.#recent = this.#recent.filter(({ endedAt }) => endedAt >= readAt - measured.ageMs)
    }
    this.#recent.push(new Tally())
    this.#recentShare = undefined
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #refreshIfDue(): Promise<void> {
    this.#ticks += 1
    if (this.#measured !== undefined && this.#stored > this.#measured.maxBytes * grownAbove) this.#onGrown()
    if (this.#ticks >= calmTicks || !this.#isCalm) await this.refresh()
  }

  /** Whether no measurement of the next half minute can matter. */
  get #isCalm(): boolean {
    if (this.#measured === undefined || !this.#measured.hasRoom) return false
    const { usedBytes, maxBytes } = this.#measured
    return usedBytes < maxBytes * calm.usedBelow && this.#stored < maxBytes * calm.storedBelow
  }

  /** Bytes stored since the last measurement. */
  get #stored(): number {
    return sum(this.#recent.map(({ total }) => total))
  }

  #recentOf(owner: Owner): number {
    return sum(this.#recent.map((tally) => tally.of(owner)))
  }

  #fairRecentShare({ maxBytes, usedBytes }: MeasuredDisk): number {
    const owners = new Set(this.#recent.flatMap((tally) => [...tally.owners()]))
    const amounts = [...owners].map((owner) => this.#recentOf(owner))
    return fairLevel(amounts, Math.max(maxBytes * refuseMostAbove - usedBytes, maxBytes * reserve))
  }
}

/** Bytes by owner, and in all. */
class Tally {
  readonly #bytes = new Map<Owner, number>()
  total = 0
  endedAt = Number.POSITIVE_INFINITY

  of(owner: Owner): number {
    return this.#bytes.get(owner) ?? 0
  }

  owners(): Iterable<Owner> {
    return this.#bytes.keys()
  }

  add(bytes: ReadonlyMap<Owner, number>): void {
    for (const [owner, more] of bytes) {
      this.#bytes.set(owner, this.of(owner) + more)
      this.total += more
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
