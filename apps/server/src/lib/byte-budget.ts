type Key = number | string

/** Bytes of one request body. */
export interface Holding {
  readonly bytes: number
  /** Takes more bytes; false if they do not fit. */
  take(bytes: number): boolean
  /** Returns all of them. */
  release(): void
}

interface Holder {
  bytes: number
  readonly holdings: Set<Held>
}

/**
 * Bounds the bytes of bodies that were received and are not done with, and so the memory they take. A sender may hold half
 * of them. When they are used up, a body that is still arriving gives way, of whichever sender holds the most, to one
 * that holds less: senders of unfinished bodies, however many, refuse nobody else.
 *
 * @example
 * const holding = budget.hold(tokenId, () => !request.complete && refuse(request))
 * if (!holding.take(chunk.length)) throw overloaded()
 * // …
 * holding.release()
 */
export class ByteBudget {
  readonly #max: number
  readonly #share: number
  readonly #holders = new Map<Key, Holder>()
  #used = 0

  /** @param least bytes that every sender may hold, however small the total is */
  constructor(max: number, least: number) {
    this.#max = max
    this.#share = Math.max(max / 2, least)
  }

  /** Bytes currently taken. */
  get used(): number {
    return this.#used
  }

  /** Whether this many bytes could be taken now. */
  fits(key: Key, bytes: number): boolean {
    const own = (this.#holders.get(key)?.bytes ?? 0) + bytes
    if (own > this.#share) return false
    let missing = this.#used + bytes - this.#max
    if (missing <= 0) return true
    for (const holder of this.#holders.values()) if (holder.bytes > own) missing -= holder.bytes - own
    return missing <= 0
  }

  /**
   * Begins a body.
   *
   * @param cut refuses the body if it is still arriving; returns whether it did
   */
  hold(key: Key, cut: () => boolean): Holding {
    let holder = this.#holders.get(key)
    if (holder === undefined) {
      holder = { bytes: 0, holdings: new Set() }
      this.#holders.set(key, holder)
    }
    const held: Held = new Held(
      (bytes) => this.#take(key, held, bytes),
      () => this.#release(key, held),
      cut,
    )
    holder.holdings.add(held)
    return held
  }

  #take(key: Key, held: Held, bytes: number): boolean {
    const holder = this.#holders.get(key)
    if (holder === undefined || !holder.holdings.has(held)) return false
    const own = holder.bytes + bytes
    if (own > this.#share || !this.#makeRoom(own, bytes)) return false
    holder.bytes = own
    held.bytes += bytes
    this.#used += bytes
    return true
  }

  /** Refuses arriving bodies of senders that hold more than `own`, the largest first, until the bytes fit. */
  #makeRoom(own: number, bytes: number): boolean {
    const spared = new Set<Holder>()
    while (this.#used + bytes > this.#max) {
      let most: [Key, Holder] | undefined
      for (const entry of this.#holders)
        if (entry[1].bytes > Math.max(own, most?.[1].bytes ?? 0) && !spared.has(entry[1])) most = entry
      if (most === undefined) return false
      const [key, holder] = most
      const victim = [...holder.holdings].sort((a, b) => b.bytes - a.bytes).find((one) => one.bytes > 0 && one.cut())
      if (victim === undefined) spared.add(holder)
      else this.#release(key, victim)
    }
    return true
  }

  #release(key: Key, held: Held): void {
    const holder = this.#holders.get(key)
    if (holder === undefined || !holder.holdings.delete(held)) return
    holder.bytes -= held.bytes
    this.#used -= held.bytes
    if (holder.holdings.size === 0) this.#holders.delete(key)
  }
}

class Held implements Holding {
  bytes = 0
  readonly take: (bytes: number) => boolean
  readonly release: () => void
  readonly cut: () => boolean

  constructor(take: (bytes: number) => boolean, release: () => void, cut: () => boolean) {
    this.take = take
    this.release = release
    this.cut = cut
  }
}
