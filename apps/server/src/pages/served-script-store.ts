import type { Queryable } from '../db/database.ts'
import { execute, rowsOf, sql } from '../db/sql.ts'

export interface ServedScript {
  name: string
  /** Compressed by brotli. */
  content: Buffer
}

export async function insertServedScripts(db: Queryable, scripts: readonly ServedScript[]): Promise<void> {
  await execute(
    db,
    sql`insert into served_scripts (name, content)
     select * from unnest(${scripts.map(({ name }) => name)}::text[], ${scripts.map(({ content }) => content)}::bytea[])
     order by 1
     on conflict (name) do nothing`,
  )
}

export async function findServedScript(db: Queryable, name: string): Promise<Buffer | undefined> {
  const rows = await rowsOf<{ content: Buffer }>(db, sql`select s.content from served_scripts s where s.name = ${name}`)
  return rows[0]?.content
}
