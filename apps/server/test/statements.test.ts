import { readdirSync, readFileSync } from 'node:fs'
import { loadModule } from 'libpg-query'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readMigrationFiles } from '../src/db/migration-files.ts'
import { sideOf } from '../src/db/sides.ts'
import { describeColumns, fits } from './describe.ts'
import { forbiddenForms, type MovingDefaults, refusedOnPlaced, sideByParser, untrustedTag } from './statement-forms.ts'
import { readStatements, type Statement } from './statements.ts'
import { createTestDatabase } from './test-database.ts'

/** Statements of the sources whose rows are not what they declare, one of each kind, and one that is right. */
const wrong = `
import type { Queryable } from './db/database.ts'
import { execute, rowsOf, sql } from './db/sql.ts'

const columns = sql\`u.id, u.email\`
const byId = (id: string) => sql\`where u.id = \${id}\`
export const right = (db: Queryable, id: string) =>
  rowsOf(db, sql<{ id: string; email: string }>\`select \${columns} from users u \${byId(id)}\`)
export const missing = (db: Queryable) => rowsOf(db, sql<{ id: string; email: string }>\`select u.id from users u\`)
export const untyped = (db: Queryable) => rowsOf<{ id: string; email: string }>(db, sql\`select u.id from users u\`)
export const surplus = (db: Queryable) => rowsOf(db, sql<{ id: string }>\`select \${columns} from users u\`)
export const ofAnotherType = (db: Queryable) => rowsOf(db, sql<{ createdAt: string }>\`select u.created_at as "createdAt" from users u\`)
export const raw = (db: Queryable) => db.query<{ created_at: Date; id: number }>('select u.created_at, u.id from users u where u.id = $1')
export const undeclared = async (db: Queryable) => (await db.query('select u.id from users u')).rows
export const invalid = (db: Queryable) => execute(db, sql\`delete from users where users.nothing\`)
`

/** Crafted statements that a bucket on a distributed engine would refuse, or answer wrongly. */
const refused = `
import type { Queryable } from './db/database.ts'
import { execute, sql } from './db/sql.ts'

export const counted = async (db: Queryable) => (await db.query('insert into groups (project_id) values (1) on conflict do nothing')).rowCount
export const kept = async (db: Queryable) => {
  const { rowCount } = await db.query('insert into groups (project_id) values (1) on conflict do nothing')
  return rowCount
}
export const executed = async (db: Queryable) => (await execute(db, sql\`insert into groups (project_id) values (1) on conflict do nothing\`)) > 0
export const returned = async (db: Queryable) => (await db.query('insert into groups (project_id) values (1) on conflict do nothing returning 1')).rows
export const empty = (db: Queryable) => execute(db, sql\`delete from groups where exists (select from issues)\`)
`

/** Released migrations with an empty select list: of a view of accounts and teams, and of the first alert rules. */
const accountMigrations = ['0003_projects', '0022_alert_targets']

/** The last migration that changes tables in a way that Citus refuses: it is older than buckets that Citus places. */
const lastBeforePlaced = '0026_mail_times'

/** The file of statements that PostgreSQL takes with Citus alone, which cannot be had in CI. */
const ofCitus = 'db/distributed.ts:'

/** Files with a statement whose tables, partitions or sizes are known only when it runs, or that pass on those of others. */
const madeOfData = [
  'admin/move-project/row-copy-store.ts',
  'admin/move-project/sequence-store.ts',
  'db/distributed.ts',
  'db/migrate.ts',
  'db/sided-client.ts',
  'domains/objects/object-row-store.ts',
  'domains/retention/erase-store.ts',
  'domains/storage/eviction/disk-store.ts',
  'domains/storage/packs/pack-store.ts',
  'wiring/work-sweep.ts',
]

/** Where statements are raw: the path of events, and what names or plans statements by itself (ADR 10). */
const rawFolders = /^domains\/(pipeline|ingest|objects|storage|counters|exact-groups|health|outcomes)\//
const rawFiles = [
  'adapters/rate-limiter-database.ts',
  'domains/issues/record/issue-store.ts',
  'domains/issues/state/release-store.ts',
  'domains/retention/erase-store.ts',
  'wiring/work-sweep.ts',
]

const { pool, drop } = await createTestDatabase({ connections: 1 })
const client = await pool.connect()
afterAll(async () => {
  client.release()
  await drop()
})

const { statements, unread } = readStatements({ 'crafted.ts': wrong, 'refused.ts': refused })
const craftedIn = (file: string) => statements.filter(({ location }) => location.startsWith(`${file}:`))
const crafted = craftedIn('crafted.ts')
const own = statements.filter(({ location }) => !/^(crafted|refused)\.ts:/.test(location))

const sources = new URL('../src/', import.meta.url)

/** Returns path and text of every source. */
function sourceFiles(): [file: string, text: string][] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(new URL(file, sources), 'utf8')])
}

/** Returns the select that a statement is about: a fetch cannot be described before its cursor is declared. */
function selectOf({ text, location }: Statement): string {
  const declared = /^declare \w+ cursor with hold for/
  if (!text.startsWith('fetch ')) return text.replace(declared, '')
  const [file] = location.split(':')
  const cursor = statements.find((one) => one.location.startsWith(`${file}:`) && declared.test(one.text))
  return cursor === undefined ? text : selectOf(cursor)
}

/** Returns what is wrong with the row that a statement declares, in words. */
async function faultsOf(statement: Statement): Promise<string[]> {
  const { row, isUsed } = statement
  const columns = await describeColumns(client, selectOf(statement)).catch((error: Error) => error)
  if (columns instanceof Error) return [columns.message]
  if (row === undefined) return isUsed && columns.length > 0 ? ['returns rows that are not declared'] : []
  const names = new Set(columns.map(({ name }) => name))
  const missing = Object.keys(row).filter((name) => !names.has(name))
  return [
    ...missing.map((name) => `returns no ${name}`),
    ...columns.flatMap(({ name, kind }) => {
      const expected = row[name]
      if (expected === undefined) return [`returns ${name}, which is not declared`]
      return fits(expected, kind) ? [] : [`returns ${name} as ${kind}, not ${[...expected].join(' or ')}`]
    }),
  ]
}

const faultsOfAll = async (all: readonly Statement[]) => {
  const faults: string[] = []
  for (const one of all) faults.push(...(await faultsOf(one)).map((fault) => `${one.location} ${fault}`))
  return faults
}

const formsIn = (all: readonly Statement[], defaults: MovingDefaults) =>
  all.flatMap(({ text, location, isCounted }) => {
    const tag = isCounted ? untrustedTag(text) : undefined
    return [...forbiddenForms(text, defaults), ...(tag === undefined ? [] : [tag])].map((why) => `${location} ${why}`)
  })

describe('every statement', () => {
  beforeAll(loadModule)

  it('can be read from the sources, unless the database decides about its text', () => {
    const files = new Set(unread.map(({ location }) => location.split(':')[0]))
    expect([...files].sort(), JSON.stringify(unread)).toEqual(madeOfData)
    expect(own.length).toBeGreaterThan(500)
  })

  it('goes to the side that PostgreSQL reads in it', () => {
    const other = own.filter(({ text }) => sideOf(text) !== sideByParser(text))
    expect(other.map(({ location, text }) => `${location} ${text}`)).toEqual([])
  })

  it('is written with the sql tag, but on the path of events', () => {
    const files = new Set(
      sourceFiles().flatMap(([file, text]) => (/\b(?:db|tx|client)\.query[<(]/.test(text) ? [file] : [])),
    )
    const raw = [...files].filter((file) => /^(adapters|domains|http|operator|pages|wiring)\//.test(file))
    expect(raw.filter((file) => !rawFolders.test(file)).sort()).toEqual(rawFiles)
  })

  it('is taken by PostgreSQL, and returns the rows that it declares', async () => {
    expect(await faultsOfAll(own.filter(({ location }) => !location.startsWith(ofCitus)))).toEqual([])
  })

  it('has no form that a bucket on a distributed engine refuses', () => {
    const defaults = new Map(inject('movingDefaults'))
    expect(defaults.size).toBeGreaterThan(20)
    expect(formsIn(own, defaults)).toEqual([])
    expect(formsIn(craftedIn('refused.ts'), defaults)).toEqual([
      expect.stringMatching(/^refused\.ts:5 takes a meaning from its command tag/),
      expect.stringMatching(/^refused\.ts:7 takes a meaning from its command tag/),
      expect.stringMatching(/^refused\.ts:10 takes a meaning from its command tag/),
      expect.stringMatching(/^refused\.ts:12 selects no column/),
    ])
  })

  it('of a migration has none either, but of the released ones that concern accounts alone', async () => {
    const defaults = new Map(inject('movingDefaults'))
    const files = [...(await readMigrationFiles())]
    const faulty = files.filter(([, file]) => file.statements.some((text) => forbiddenForms(text, defaults).length > 0))
    expect(faulty.map(([name]) => name)).toEqual(accountMigrations)
  })

  it('of a new migration can change tables that Citus has placed', async () => {
    const files = [...(await readMigrationFiles())]
    const refusals = files.filter(([, file]) => file.statements.some((text) => refusedOnPlaced(text).length > 0))
    expect(refusals.map(([name]) => name).at(-1)).toBe(lastBeforePlaced)
    expect(
      [
        'alter table issues alter column type set storage external',
        'alter table issues drop constraint a, add constraint a check (true)',
        'alter table issues add column a bigint generated always as identity',
        'create trigger a before insert on issues for each row execute function b()',
        'alter table issues add constraint a check (true)',
        'alter table issues add column a integer not null default 0',
      ].map((text) => refusedOnPlaced(text).length),
    ).toEqual([1, 1, 1, 1, 0, 0])
  })

  it('would be found otherwise', async () => {
    expect(await faultsOfAll(crafted)).toEqual([
      'crafted.ts:9 returns no email',
      'crafted.ts:10 returns no email',
      'crafted.ts:11 returns email, which is not declared',
      'crafted.ts:12 returns createdAt as Date, not string',
      'crafted.ts:13 returns id as string, not number',
      'crafted.ts:14 returns rows that are not declared',
      expect.stringMatching(/^crafted\.ts:15 column users\.nothing does not exist/),
    ])
  })
})
