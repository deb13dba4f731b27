/** Bodies that are larger stay where they are: they are few, and would leave the rest of a slab empty. */
const maxBodyBytes = 64 * 1024
const slabBytes = 1024 * 1024
const nothing = Buffer.alloc(0)
/** Empty slabs that are kept for the next bodies. */
const maxEmpty = 4

/** A buffer that holds several bodies side by side. */
export interface Slab {
  readonly bytes: Buffer
  used: number
  /** Number of its bodies still in use. */
  held: number
}

/**
 * Memory for the bodies of events that wait, used again and again. Each in a buffer of its own they would be garbage of the
 * old generation, having waited for the disk through two collections of the young one: at 5,000 events a second V8 then
 * looks through the whole heap every 0.8 s instead of every 3 s.
 *
 * @example
 *     const held = slabs.hold(body) // held.body has the same bytes
 *     …
 *     if (held) slabs.release(held.slab) // held.body may be anything now
 */
export class Slabs {
  #current: Slab = emptySlab()
  readonly #empty: Slab[] = []

  /**
   * Copies a body, of at most 64 KiB; a larger one is not held.
   *
   * @param head bytes that are put before it
   */
  hold(body: Buffer, head: Buffer = nothing): { slab: Slab; body: Buffer } | undefined {
    const length = head.length + body.length
    if (length > maxBodyBytes) return undefined
    if (this.#current.used + length > slabBytes) {
      if (this.#current.held === 0) this.#current.used = 0
      else this.#current = this.#empty.pop() ?? emptySlab()
    }
    const slab = this.#current
    const start = slab.used
    head.copy(slab.bytes, start)
    body.copy(slab.bytes, start + head.length)
    slab.used += length
    slab.held++
    return { slab, body: slab.bytes.subarray(start, slab.used) }
  }

  /** Releases a body of a slab. */
  release(slab: Slab): void {
    slab.held--
    if (slab.held > 0 || slab === this.#current) return
    slab.used = 0
    if (this.#empty.length < maxEmpty) this.#empty.push(slab)
  }
}

function emptySlab(): Slab {
  return { bytes: Buffer.allocUnsafeSlow(slabBytes), used: 0, held: 0 }
}
