import { once } from 'node:events'
import type pg from 'pg'

// Implements COPY on the pool's driver. The usual package wraps it in Node streams; the two small protocols need less.

/** Methods of the driver that its types omit. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** A running copy: what the driver is given in the place of a statement. */
export interface Copy {
  readonly statement: string
  submit(connection: pg.Connection): void
}

/** Size of each chunk except the last. */
export const copyChunkBytes = 1024 * 1024

/**
 * Runs `copy … to stdout` and yields its bytes in chunks of exactly `copyChunkBytes`, the last one shorter. The server
 * waits while nobody consumes them. If the iteration ends early, the connection must be closed.
 *
 * @example for await (const chunk of copyOut(client, 'copy users to stdout (format binary)')) write(chunk)
 */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const query = new CopyOut(statement)
  client.query(query)
  for (let chunk = await query.next(); chunk !== undefined; chunk = await query.next()) yield chunk
}

class CopyOut implements Copy {
  readonly statement: string
  #connection: pg.Connection | undefined
  /** Complete chunks; the one being filled is separate. */
  readonly #chunks: Buffer[] = []
  #filling: Buffer | undefined
  #filled = 0
  #error: Error | undefined
  #isOver = false
  #wake: (() => void) | undefined

  constructor(statement: string) {
    this.statement = statement
  }

  /** Returns the next chunk; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    while (this.#chunks.length === 0 && !this.#isOver) {
      this.#connection?.stream.resume()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#error !== undefined) throw this.#error
    return this.#chunks.shift()
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    // The driver reuses its buffer for the following data.
    for (let at = 0; at < chunk.length; ) {
      this.#filling ??= Buffer.allocUnsafe(copyChunkBytes)
      const copied = chunk.copy(this.#filling, this.#filled, at)
      at += copied
      this.#filled += copied
      if (this.#filled === copyChunkBytes) this.#handOver()
    }
    if (this.#chunks.length === 0) return
    stream.pause()
    this.#wake?.()
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#end()
  }

  #handOver(): void {
    if (this.#filling !== undefined) this.#chunks.push(this.#filling.subarray(0, this.#filled))
    this.#filling = undefined
    this.#filled = 0
  }

  /** Ends the copy. It may end while the stream is paused, and the next query on the connection needs it to flow. */
  #end(): void {
    this.#isOver = true
    this.#handOver()
    this.#connection?.stream.resume()
    this.#wake?.()
  }
}

/**
 * Reads the rows of a select in binary form: a bytea arrives as its bytes, while an ordinary result encodes each as two
 * hex digits, to be decoded again. `copy` takes no parameters, so the statement must not contain foreign text.
 *
 * @returns the fields of each row, in the server's binary format; no nulls
 * @example for (const [id, payload] of await readBinary(tx, 'select id, payload from segments')) id.readBigInt64BE()
 */
export async function readBinary(client: pg.ClientBase, select: string): Promise<Buffer[][]> {
  const chunks: Buffer[] = []
  for await (const chunk of copyOut(client, `copy (${select}) to stdout (format binary)`)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const rows: Buffer[][] = []
  // The header: a signature of 11 bytes, flags, and an extension with its length.
  let at = 19 + bytes.readInt32BE(15)
  for (let fields = bytes.readInt16BE(at); fields >= 0; fields = bytes.readInt16BE(at)) {
    at += 2
    const row: Buffer[] = []
    for (let field = 0; field < fields; field++) {
      const start = at + 4
      at = start + bytes.readInt32BE(at)
      row.push(bytes.subarray(start, at))
    }
    rows.push(row)
  }
  return rows
}

/**
 * Runs `copy … from stdin` with these bytes, no faster than the server consumes them.
 *
 * @returns the number of rows written
 * @throws the error of the server or of the source; then nothing of the statement is written
 */
export function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, source, resolve, reject))
  })
}

class CopyIn implements Copy {
  readonly statement: string
  readonly #source: AsyncIterable<Buffer>
  readonly #resolve: (rows: number) => void
  readonly #reject: (error: Error) => void
  #rows = 0
  #isOver = false
  #failure: Error | undefined

  constructor(
    statement: string,
    source: AsyncIterable<Buffer>,
    resolve: (rows: number) => void,
    reject: (error: Error) => void,
  ) {
    this.statement = statement
    this.#source = source
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.query(this.statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  handleRowDescription(): void {}

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#isOver = true
    this.#reject(this.#failure ?? error)
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        // The server has refused a row and discards the rest.
        if (this.#isOver) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await drained(connection)
      }
      connection.endCopyFrom()
    } catch (error) {
      this.#failure = error as Error
      if (!this.#isOver) connection.sendCopyFail('the source failed')
    }
  }
}

/** Waits for room in the stream. A broken connection never drains; its query fails by itself. */
async function drained({ stream }: pg.Connection): Promise<void> {
  const settled = new AbortController()
  const { signal } = settled
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
    settled.abort(),
  )
}
