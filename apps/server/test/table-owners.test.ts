import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ownerOf, writersBelow } from '../src/db/table-classes.ts'

const source = new URL('../src/', import.meta.url)
const written = /\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?([a-z_]+)\b/g

interface Write {
  table: string
  file: string
}

/** Finds statements that write one of our tables. Schema files and tests are left out. */
function writesIn(file: string): Write[] {
  const tables = [...readFileSync(new URL(file, source), 'utf8').matchAll(written)].map(([, table]) => table!)
  return tables.filter((table) => table in ownerOf).map((table) => ({ table, file }))
}

/** Returns the owner: `domains/issues/…` → `issues`, any other folder by its own name. */
function folderOf(file: string): string {
  return /^domains\/([^/]+)\//.exec(file)?.[1] ?? file.split('/')[0]!
}

describe('tables', () => {
  const writes = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('/testing/'))
    .flatMap(writesIn)

  const writersOf = (table: string) => [ownerOf[table], ...(writersBelow[table] ?? [])]

  it('are written by their owner, and by the domains below it that are named', () => {
    expect(writes.filter(({ table, file }) => !writersOf(table).includes(folderOf(file)))).toEqual([])
  })

  it('are written by every domain that is named for that', () => {
    const unused = Object.entries(writersBelow).flatMap(([table, folders]) =>
      folders.filter((folder) => !writes.some((one) => one.table === table && folderOf(one.file) === folder)),
    )
    expect(unused).toEqual([])
  })

  it('are all written', () => {
    const known = new Set(writes.map(({ table }) => table))
    expect(Object.keys(ownerOf).filter((table) => !known.has(table))).toEqual([])
  })
})
