import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { splitStatements } from './split-statements.ts'

const directory = new URL('./migrations/', import.meta.url)

/** A migration of this release. */
export interface MigrationFile {
  /** Each is sent by itself. */
  statements: string[]
  sha256: string
}

/** Reads all migrations of this release, by name and in order. */
export async function readMigrationFiles(): Promise<Map<string, MigrationFile>> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const entries = files.map(async (file): Promise<[string, MigrationFile]> => {
    const text = await readFile(new URL(file, directory), 'utf8')
    return [file.slice(0, -'.sql'.length), { statements: splitStatements(text), sha256: hashOf(text) }]
  })
  return new Map(await Promise.all(entries))
}

/** Line ends do not count: a checkout may have changed them. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}
