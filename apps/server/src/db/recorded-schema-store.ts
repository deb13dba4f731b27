import type { RecordedSchema } from './compare-schema.ts'
import type { MigrationFile } from './migration-files.ts'

/** Runs a statement of either kind of caller: a pool or connection, or Kysely. */
type Run = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** Reads what the database records about its tables; undefined before the first start. */
export async function findRecordedSchema(run: Run): Promise<RecordedSchema | undefined> {
  const [found] = await rowsOf<{ names: boolean; hashes: boolean; oldest: boolean }>(
    run,
    `select to_regclass('kysely_migration') is not null as names, to_regclass('migration_hashes') is not null as hashes,
       to_regproc('oldest_code') is not null as oldest`,
  )
  if (!found!.names) return undefined
  const migrations = await rowsOf<{ name: string; sha256: string | null }>(
    run,
    found!.hashes
      ? `select m.name, h.sha256 from kysely_migration m left join migration_hashes h on h.name = m.name order by m.name`
      : `select m.name, null as sha256 from kysely_migration m order by m.name`,
  )
  return {
    migrations: migrations.map(({ name, sha256 }) => ({ name, sha256: sha256 ?? undefined })),
    oldestCode: found!.oldest ? await readOldestCode(run) : undefined,
  }
}

async function readOldestCode(run: Run): Promise<RecordedSchema['oldestCode']> {
  type Row = { oldest: [migration: string, release: string] }
  const [row] = await rowsOf<Row>(run, 'select oldest_code() as oldest')
  const [migration, release] = row!.oldest
  return { migration, release }
}

async function rowsOf<Row>(run: Run, text: string): Promise<Row[]> {
  return (await run(text, [])).rows as Row[]
}

/** Runs the statements of a migration and records their hash, in the caller's transaction. */
export async function applyMigration(run: Run, name: string, { statements, sha256 }: MigrationFile): Promise<void> {
  await run(statements, [])
  await run('insert into migration_hashes (name, sha256) values ($1, $2)', [name, sha256])
}
