import type { MigrationFile } from './migration-files.ts'

/** Migrations that a database, or a backup of one, records of its tables. */
export interface RecordedSchema {
  /** Applied migrations in order; one of a version that recorded no hashes has none. */
  migrations: { name: string; sha256: string | undefined }[]
  /** The oldest code that can run on the tables; versions before this was recorded had none. */
  oldestCode: { migration: string; release: string } | undefined
}

/** Whether this code can use the tables. The texts are for people. */
export type SchemaState =
  /** Applied are all migrations of this code but the pending ones, and those of a newer release. */
  | { kind: 'usable'; pending: string[]; newer: string[] }
  /** A newer release has changed the tables in a way that this code does not support. */
  | { kind: 'tooNew'; why: string }
  /** Another, unreleased version has created them: no migration leads from there to here. */
  | { kind: 'unreleased'; why: string }

type Known = ReadonlyMap<string, MigrationFile>

/**
 * Compares the tables found with those that this code expects, by the names and hashes of their migrations. A release never
 * edits, removes or reorders the migrations of the one before: whatever differs otherwise is of an unreleased version.
 */
export function compareSchema({ migrations, oldestCode }: RecordedSchema, known: Known): SchemaState {
  const found = new Set(migrations.map(({ name }) => name))
  const unknown = migrations.map(({ name }) => name).filter((name) => !known.has(name))
  const pending = [...known.keys()].filter((name) => !found.has(name))
  const why = whyUnreleased(migrations, known, unknown, pending, oldestCode !== undefined)
  if (why !== undefined) return { kind: 'unreleased', why }
  if (unknown.length > 0 && oldestCode !== undefined && !known.has(oldestCode.migration))
    return { kind: 'tooNew', why: `are those of a newer Bugle and need ${oldestCode.release} or later` }
  return { kind: 'usable', pending, newer: unknown }
}

function whyUnreleased(
  migrations: RecordedSchema['migrations'],
  known: Known,
  unknown: string[],
  pending: string[],
  hasOldestCode: boolean,
): string | undefined {
  const isUnrecorded = migrations.some(({ name, sha256 }) => sha256 === undefined && known.has(name))
  if (unknown.length > 0 && (isUnrecorded || !hasOldestCode))
    return `were created by an older, unreleased version of Bugle: ${listed(unknown)} ${isOrAre(unknown)} not known here`
  const edited = migrations.filter(({ name, sha256 }) => sha256 !== undefined && isOther(known.get(name), sha256))
  if (edited.length > 0)
    return `were created by another, unreleased version of Bugle: ${listed(edited.map(({ name }) => name))} ${edited.length === 1 ? 'has' : 'have'} another text here`
  if (isUnrecorded)
    return 'were created by an older, unreleased version of Bugle, which did not record the texts of its migrations'
  const last = migrations.findLast(({ name }) => known.has(name))?.name
  // A newer release has all migrations of this one.
  const missing = unknown.length > 0 ? pending : pending.filter((name) => last !== undefined && name < last)
  if (missing.length > 0)
    return `were created by another, unreleased version of Bugle: ${listed(missing)} ${isOrAre(missing)} missing`
  return undefined
}

/** How to go on with tables of an unreleased version; nobody else's data is at stake. */
export const unreleasedRemedy =
  'No data is lost: start the version that created them, or start over: move BUGLE_DATA away, or give DATABASE_URL an empty database.'

function isOther(file: MigrationFile | undefined, sha256: string): boolean {
  return file !== undefined && file.sha256 !== sha256
}

const maxListed = 3

function listed(names: string[]): string {
  const more = names.length - maxListed
  return names.slice(0, maxListed).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function isOrAre({ length }: string[]): string {
  return length === 1 ? 'is' : 'are'
}
