/**
 * Pages, inflated chunks, functions and heads that were used lately, of all indexes of a process. The keys of an index
 * begin with its id; `bytes` is the memory that a value takes.
 */
export interface SymbolCache {
  get(key: string): unknown
  set(key: string, value: unknown, bytes: number): void
}

/** Memory of an entry besides its value: the key, the object, its slot in the map. */
const entryBytes = 200

/**
 * A cache that forgets what was used longest ago once it holds more than its bytes.
 *
 * @example const cache = new BoundedSymbolCache(32 * 1024 * 1024)
 */
export class BoundedSymbolCache implements SymbolCache {
  readonly #maxBytes: number
  // A Map keeps the order of insertion: an entry that is read is inserted again.
  readonly #entries = new Map<string, { value: unknown; bytes: number }>()
  /** Bytes held. */
  bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): unknown {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: unknown, bytes: number): void {
    this.#remove(key)
    this.#entries.set(key, { value, bytes: bytes + entryBytes })
    this.bytes += bytes + entryBytes
    for (const oldest of this.#entries.keys()) {
      if (this.bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(key: string): void {
    this.bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}
