import type { RecordedSchema } from './compare-schema.ts'
import type { Queryable } from './database.ts'
import type { MigrationFile } from './migration-files.ts'

/** Runs a statement in the transaction of a migration. */
type Run = (text: string, values: unknown[]) => Promise<unknown>

/** Reads what the database records about its tables; undefined before the first start. */
export async function findRecordedSchema(db: Queryable): Promise<RecordedSchema | undefined> {
  const {
    rows: [found],
  } = await db.query<{ names: boolean; hashes: boolean; oldest: boolean }>(
    `select to_regclass('kysely_migration') is not null as names, to_regclass('migration_hashes') is not null as hashes,
       to_regproc('oldest_code') is not null as oldest`,
  )
  if (!found!.names) return undefined
  const { rows: migrations } = await db.query<{ name: string; sha256: string | null }>(
    found!.hashes
      ? `select m.name, h.sha256 from kysely_migration m left join migration_hashes h on h.name = m.name order by m.name`
      : `select m.name, null as sha256 from kysely_migration m order by m.name`,
  )
  return {
    migrations: migrations.map(({ name, sha256 }) => ({ name, sha256: sha256 ?? undefined })),
    oldestCode: found!.oldest ? await readOldestCode(db) : undefined,
  }
}

async function readOldestCode(db: Queryable): Promise<RecordedSchema['oldestCode']> {
  type Row = { oldest: [migration: string, release: string] }
  const { rows } = await db.query<Row>('select oldest_code() as oldest')
  const [migration, release] = rows[0]!.oldest
  return { migration, release }
}

/** Runs the statements of a migration and records their hash, in the caller's transaction. */
export async function applyMigration(run: Run, name: string, { statements, sha256 }: MigrationFile): Promise<void> {
  for (const statement of statements) await run(statement, [])
  await run('insert into migration_hashes (name, sha256) values ($1, $2)', [name, sha256])
}
