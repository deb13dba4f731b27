import type pg from 'pg'
import { decompressPayload } from '../src/domains/storage/index.ts'

/** Returns everything that the database holds as one text: every row of every table, and the bodies in segments. */
export async function storedText(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    for (const { text } of rows) texts.push(text)
  }
  const { rows: segments } = await pool.query<{ payload: Buffer; raw: number }>(
    'select s.payload, s.raw_bytes as raw from segments s',
  )
  for (const { payload, raw } of segments) texts.push((await decompressPayload(payload, raw)).toString('latin1'))
  return texts.join('\n')
}
