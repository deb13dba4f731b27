import type { Queryable } from '../db/database.ts'
import { execute, rowsOf, sql } from '../db/sql.ts'
import { sealedFor } from '../domains/auth/index.ts'
import { channelSeal } from '../domains/channels/index.ts'
import { pushKeysSeal } from '../domains/notifications/index.ts'

/** A column of texts encrypted with BUGLE_SECRET, each bound to its row. */
export interface SealedColumn {
  table: string
  key: string
  column: string
  /** Returns the `belongsTo` value that the text of a row was sealed with. */
  belongsTo: (key: string) => string
}

/** All encrypted columns; a test compares them with the catalog, where their names begin with `sealed_`. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'totp_factors', key: 'user_id', column: 'sealed_secret', belongsTo: sealedFor },
  { table: 'push_keys', key: 'id', column: 'sealed_private_key', belongsTo: () => pushKeysSeal },
  { table: 'channels', key: 'id', column: 'sealed_config', belongsTo: channelSeal },
]

export interface SealedRow {
  key: string
  sealed: string
}

/** Returns the next rows in key order. */
export async function findSealed(
  db: Queryable,
  { table, key, column }: SealedColumn,
  after: string | undefined,
  limit: number,
): Promise<SealedRow[]> {
  const isNext = after === undefined ? sql`true` : sql`${sql.ref(key)} > ${after}`
  return rowsOf(
    db,
    sql<SealedRow>`
      select ${sql.ref(key)}::text as key, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${isNext} order by ${sql.ref(key)} limit ${limit}`,
  )
}

/** Replaces a text by the new one, unless it was changed meanwhile. */
export async function replaceSealed(
  db: Queryable,
  { table, key, column }: SealedColumn,
  row: SealedRow,
  fresh: string,
): Promise<void> {
  await execute(
    db,
    sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${fresh}
      where ${sql.ref(key)} = ${row.key} and ${sql.ref(column)} = ${row.sealed}`,
  )
}
