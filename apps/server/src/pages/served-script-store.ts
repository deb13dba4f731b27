import type { Queryable } from '../db/database.ts'

export interface ServedScript {
  name: string
  /** Compressed by brotli. */
  content: Buffer
}

export async function insertServedScripts(db: Queryable, scripts: readonly ServedScript[]): Promise<void> {
  await db.query(
    `insert into served_scripts (name, content)
     select * from unnest($1::text[], $2::bytea[])
     order by 1
     on conflict (name) do nothing`,
    [scripts.map(({ name }) => name), scripts.map(({ content }) => content)],
  )
}

export async function findServedScript(db: Queryable, name: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ content: Buffer }>('select s.content from served_scripts s where s.name = $1', [
    name,
  ])
  return rows[0]?.content
}
