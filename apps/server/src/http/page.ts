import { limits } from '@bugle/protocol'
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Refusal } from '../refusal.ts'

export interface Cursor<T> {
  write(position: T): string
  /** @throws Refusal if the text is not a cursor of this list */
  read(text: string | undefined): T | undefined
}

/**
 * Creates the cursors of a list (keyset paging). A cursor is the sort key of the last row as base64url JSON, opaque to
 * clients and checked when it comes back.
 *
 * @example
 * const cursor = cursorOf(Type.Object({ id: Type.Integer() }))
 * const rows = await findProjects(db, { after: cursor.read(query.cursor), limit: pageLimit(query) + 1 })
 * const { entries, next_cursor } = pageFrom(rows, pageLimit(query), ({ id }) => cursor.write({ id }))
 */
export function cursorOf<T extends TSchema>(schema: T): Cursor<Static<T>> {
  const validator = Compile(schema)
  return {
    write: (position) => Buffer.from(JSON.stringify(position)).toString('base64url'),
    read: (text) => {
      if (text === undefined) return undefined
      const position = parse(text)
      if (!validator.Check(position))
        throw new Refusal('invalid_parameter', { errors: { cursor: ['is not a cursor of this list'] } })
      return position as Static<T>
    },
  }
}

/** Parts of a position. They are bounded: a value that a client makes up must not overflow the column. */
export const positionTime = Type.Integer({
  minimum: 0,
  maximum: 253_402_300_799_999,
  description: 'Epoch milliseconds.',
})
export const positionUuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
export const positionCount = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const positionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

export interface Page<Row> {
  entries: Row[]
  next_cursor: string | null
}

/** Returns a page of the rows. One more row than the limit was read, to find out whether there are more. */
export function pageFrom<Row>(rows: Row[], limit: number, write: (last: Row) => string): Page<Row> {
  const entries = rows.slice(0, limit)
  const last = entries.at(-1)
  return { entries, next_cursor: rows.length > limit && last !== undefined ? write(last) : null }
}

/** Returns the number of entries that a request asks for. */
export function pageLimit({ limit }: { limit?: number | undefined }): number {
  return limit ?? limits.pageSize
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
