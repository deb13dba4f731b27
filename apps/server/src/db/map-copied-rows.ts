import { copyChunkBytes } from './copy.ts'

/** A field of a copied row, in the server's binary format. */
export type CopiedField = Buffer | null

/** Rows that are changed together; the bytes of their fields are in memory meanwhile. */
const rowsAtOnce = 16
/** A signature of 11 bytes, flags, and the length of an extension. */
const headerBytes = 19

/**
 * Changes the rows of `copy … (format binary)` on their way, some at a time, in their order.
 *
 * @example mapCopiedRows(copyOut(client, statement), async (rows) => rows.map(([id]) => [id, null]))
 */
export async function* mapCopiedRows(
  source: AsyncIterable<Buffer>,
  change: (rows: CopiedField[][]) => Promise<CopiedField[][]>,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let hasHeader = false
  let rows: CopiedField[][] = []
  for await (const chunk of source) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (!hasHeader) {
      const length = rest.length < headerBytes ? Number.POSITIVE_INFINITY : headerBytes + rest.readInt32BE(15)
      if (rest.length < length) continue
      yield rest.subarray(0, length)
      rest = rest.subarray(length)
      hasHeader = true
    }
    for (let row = readRow(rest); row !== undefined; row = readRow(rest)) {
      rest = rest.subarray(row.length)
      rows.push(row.fields)
      if (rows.length < rowsAtOnce) continue
      yield* encode(await change(rows))
      rows = []
    }
  }
  if (rows.length > 0) yield* encode(await change(rows))
  // The trailer.
  yield rest
}

/** Returns the first row, with its bytes; undefined if it is not complete, or the trailer. */
function readRow(bytes: Buffer): { fields: CopiedField[]; length: number } | undefined {
  if (bytes.length < 2) return undefined
  const count = bytes.readInt16BE()
  if (count < 0) return undefined
  const fields: CopiedField[] = []
  let at = 2
  for (let field = 0; field < count; field++) {
    if (bytes.length < at + 4) return undefined
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      fields.push(null)
      continue
    }
    if (bytes.length < at + length) return undefined
    fields.push(bytes.subarray(at, at + length))
    at += length
  }
  return { fields, length: at }
}

function* encode(rows: readonly CopiedField[][]): Generator<Buffer> {
  const bytes = Buffer.concat(rows.flatMap(encodeRow))
  for (let start = 0; start < bytes.length; start += copyChunkBytes) yield bytes.subarray(start, start + copyChunkBytes)
}

function encodeRow(fields: readonly CopiedField[]): Buffer[] {
  const count = Buffer.alloc(2)
  count.writeInt16BE(fields.length)
  return [
    count,
    ...fields.flatMap((field) => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(field?.length ?? -1)
      return field === null ? [length] : [length, field]
    }),
  ]
}
