import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { BuiltServer } from '../../harness/built-server.ts'

/** The way into a server's own database. */
export function databaseOf({ dataDirectory }: BuiltServer): pg.ClientConfig {
  const own = join(dataDirectory, 'postgres')
  const password = readFileSync(join(own, 'password'), 'utf8').trim()
  return { host: join(own, 'cluster'), user: 'bugle', database: 'bugle', password }
}

/** Counts the rows of every table. */
export async function rowsOf(server: BuiltServer): Promise<Map<string, number>> {
  const client = new pg.Client(databaseOf(server))
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const rows = new Map<string, number>()
    for (const { name } of tables.rows) {
      const { rows: found } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${client.escapeIdentifier(name)}`,
      )
      rows.set(name, found[0]!.n)
    }
    return rows
  } finally {
    await client.end()
  }
}
