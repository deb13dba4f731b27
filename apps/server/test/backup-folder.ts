import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { inRows } from '../src/domains/objects/index.ts'

const silent = () => {}

/** How tests back up, but for what they are about. */
export const backingUp = {
  version: '0.1.0',
  now: new Date(),
  secret: { text: 'the secret of this installation, made by it', isOurs: true },
  withoutSecret: false,
  objects: inRows,
  print: silent as (line: string) => void,
}

/** How tests restore, but for what they are about. */
export const restoring = {
  replace: false,
  isDryRun: false,
  keepSessions: true,
  installSecret: async () => {},
  objects: inRows,
  print: silent as (line: string) => void,
}

/** The backups of a test file, and the databases into which they are restored. */
export class BackupFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'bugle-backup-'))
  readonly #closing: (() => Promise<void>)[] = []
  #files = 0

  /** Returns where the next backup goes. */
  newFile(): string {
    this.#files += 1
    return join(this.path, `${this.#files}.backup`)
  }

  /** Creates a database without tables. */
  async newDatabase(): Promise<pg.PoolConfig> {
    const { connection } = inject('postgres')
    const name = `bugle_empty_${randomBytes(6).toString('hex')}`
    await onServer(connection, (client) => client.query(`create database ${name}`))
    this.onRemove(async () => {
      await onServer(connection, (client) => client.query(`drop database ${name} with (force)`))
    })
    return { ...connection, database: name }
  }

  /** Closes something before what was there when it was opened. */
  onRemove(close: () => Promise<void>): void {
    this.#closing.unshift(close)
  }

  async remove(): Promise<void> {
    for (const close of this.#closing) await close()
    rmSync(this.path, { recursive: true })
  }
}

export async function onServer<T>(place: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(place)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the rows of every table of a database as one hash, and the next values of sequences. */
export async function contentOf(db: Pick<pg.ClientBase, 'query'>): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
        and not c.relispartition and c.relname not like 'kysely%'
        and c.relname not in ('disk_state', 'rate_grants', 'segment_queue', 'installation') order by 1`,
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await db.query<{ count: string; hash: string }>(
      `select count(*), md5(string_agg(t::text, ' ' order by t::text)) as hash from "${name}" t`,
    )
    content[name] = `${rows[0]!.count} ${rows[0]!.hash}`
  }
  const { rows } = await db.query<{ name: string; last: string }>(
    `select s.sequencename::text as name, s.last_value as last from pg_sequences s where s.schemaname = current_schema()`,
  )
  for (const { name, last } of rows) content[name] = String(last)
  return content
}
