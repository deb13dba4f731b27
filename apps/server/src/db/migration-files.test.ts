import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type MigrationFile, readMigrationFiles } from './migration-files.ts'

/** Frozen files and their hashes: whatever ran on somebody's database stays as it was. */
const frozen = await readFile(new URL('./migrations/SHA256SUMS', import.meta.url), 'utf8')

/** Says what is wrong with migrations: edits, gaps and files that are not frozen yet. */
function faultsOf(files: ReadonlyMap<string, Pick<MigrationFile, 'sha256'>>, sums: string): string[] {
  const lines = sums.trimEnd().split('\n')
  const recorded = new Map(lines.map((line) => [line.slice(66, -'.sql'.length), line.slice(0, 64)]))
  const names = [...files.keys()]
  return [
    ...names.flatMap((name, index) =>
      name.startsWith(`${String(index).padStart(4, '0')}_`) ? [] : `${name} should have the number ${index}`,
    ),
    ...names.flatMap((name) => {
      const sha256 = files.get(name)!.sha256
      if (!recorded.has(name)) return `${name} is new; add the line: ${sha256}  ${name}.sql`
      return recorded.get(name) === sha256 ? [] : `${name} was edited; undo that, and write a new migration`
    }),
    ...[...recorded.keys()].flatMap((name) => (files.has(name) ? [] : `${name} is missing`)),
  ]
}

describe('migrations', () => {
  it('are numbered without gaps, and none is edited, renamed or removed', async () => {
    expect(faultsOf(await readMigrationFiles(), frozen)).toEqual([])
  })

  const file = (sha256: string) => ({ sha256: sha256.repeat(64) })
  const two = new Map([
    ['0000_a', file('a')],
    ['0001_b', file('b')],
  ])
  const sums = [...two].map(([name, { sha256 }]) => `${sha256}  ${name}.sql\n`).join('')

  it.each<[string, typeof two, string[]]>([
    ['an edit', new Map([...two, ['0001_b', file('c')]]), ['0001_b was edited; undo that, and write a new migration']],
    [
      'a gap',
      new Map([...two, ['0003_c', file('c')]]),
      ['0003_c should have the number 2', `0003_c is new; add the line: ${'c'.repeat(64)}  0003_c.sql`],
    ],
    ['a removal', new Map([...two].slice(0, 1)), ['0001_b is missing']],
  ])('%s is found', (_, files, faults) => {
    expect(faultsOf(two, sums)).toEqual([])
    expect(faultsOf(files, sums)).toEqual(faults)
  })
})
