/** Bytes of a page: what the storage keeps in a row and reads at once. The last one may be shorter. */
export const pageBytes = 16 * 1024

/** Stores a page; pages may come in any order, each once. */
export type WritePage = (number: number, bytes: Uint8Array) => void | Promise<void>

/**
 * Cuts an index into pages. Records are appended to one long body, which starts on page 1; page 0 is left for the head,
 * which is known last. Pages wait in memory until `drain` writes them, so that callers stay synchronous in between.
 */
export class PageWriter {
  readonly #write: WritePage
  readonly #full: [number, Uint8Array][] = []
  #page = new Uint8Array(pageBytes)
  #used = 0
  #number = 1
  /** Bytes written so far. */
  bytes = 0

  constructor(write: WritePage) {
    this.#write = write
  }

  /** Length of the body so far: the offset of the next record. */
  get length(): number {
    return (this.#number - 1) * pageBytes + this.#used
  }

  /** Pages so far, with page 0 and the unfinished one. */
  get pageCount(): number {
    return this.#number + (this.#used > 0 ? 1 : 0)
  }

  /** Appends a record and returns its offset in the body. */
  append(record: Uint8Array): number {
    const offset = this.length
    for (let start = 0; start < record.length; ) {
      const part = record.subarray(start, start + pageBytes - this.#used)
      this.#page.set(part, this.#used)
      this.#used += part.length
      start += part.length
      if (this.#used === pageBytes) this.#endPage()
    }
    return offset
  }

  /** Writes the full pages. */
  async drain(): Promise<void> {
    for (const [number, bytes] of this.#full.splice(0)) await this.#writePage(number, bytes)
  }

  /** Writes what is left of the body, and the head: its first bytes on page 0, so that a small index has few pages. */
  async finish(head: Uint8Array): Promise<void> {
    this.append(head.subarray(pageBytes))
    if (this.#used > 0) this.#endPage()
    await this.drain()
    await this.#writePage(0, head.slice(0, pageBytes))
  }

  async #writePage(number: number, bytes: Uint8Array): Promise<void> {
    this.bytes += bytes.length
    await this.#write(number, bytes)
  }

  #endPage(): void {
    this.#full.push([this.#number++, this.#page.subarray(0, this.#used)])
    this.#page = new Uint8Array(pageBytes)
    this.#used = 0
  }
}
