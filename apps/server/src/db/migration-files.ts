import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

const directory = new URL('./migrations/', import.meta.url)

/** A migration of this release. */
export interface MigrationFile {
  statements: string
  sha256: string
}

/** Reads all migrations of this release, by name and in order. */
export async function readMigrationFiles(): Promise<Map<string, MigrationFile>> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const entries = files.map(async (file): Promise<[string, MigrationFile]> => {
    const statements = await readFile(new URL(file, directory), 'utf8')
    return [file.slice(0, -'.sql'.length), { statements, sha256: hashOf(statements) }]
  })
  return new Map(await Promise.all(entries))
}

/** Line ends do not count: a checkout may have changed them. */
function hashOf(statements: string): string {
  return createHash('sha256').update(statements.replaceAll('\r\n', '\n')).digest('hex')
}
