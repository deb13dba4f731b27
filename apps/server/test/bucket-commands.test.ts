import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { restoreTo } from '../src/admin/backup/restore-to.ts'
import { addBucket, listBuckets, setTakesNew } from '../src/admin/buckets.ts'
import { runChecks } from '../src/admin/doctor/run-checks.ts'
import { readConfig } from '../src/config.ts'
import { bucketDatabase } from '../src/db/buckets.ts'
import { openDatabase } from '../src/db/database.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { sealerOf } from '../src/wiring/from-config.ts'
import { createTestDatabase } from './test-database.ts'

const { connection } = inject('postgres')
const accounts = await createTestDatabase({ connections: 2 })
const empty = `bugle_test_${randomBytes(6).toString('hex')}`
const onServer = async (statement: string) => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(statement)
  await client.end()
}
await onServer(`create database ${empty}`)
const places = {
  second: { ...connection, database: empty },
  same: accounts.connection,
  away: { ...connection, host: '127.0.0.1', port: 1, database: 'none' },
}
const directory = mkdtempSync(join(tmpdir(), 'bugle-buckets-'))
const db = openDatabase({ connection: accounts.connection, connections: 2, buckets: places })
afterAll(async () => {
  await db.end()
  await accounts.drop()
  await onServer(`drop database ${empty} with (force)`)
  rmSync(directory, { recursive: true })
})

/** Runs a command, and returns the lines that it prints. */
async function printed(run: (options: { places: typeof places; print: (line: string) => void }) => Promise<void>) {
  const lines: string[] = []
  await run({ places, print: (line) => lines.push(line) })
  return lines
}
const add = (name: string) => printed((options) => addBucket(db, name, options))
const list = () => printed((options) => listBuckets(db, options))
const setOpen = (name: string, takesNew: boolean) => printed(({ print }) => setTakesNew(db, name, { takesNew, print }))

it('a bucket is added once its server responds, with all tables', async () => {
  await expect(add('third')).rejects.toThrow('BUGLE_BUCKETS does not name third')
  await expect(add('away')).rejects.toThrow('The server of away does not respond')
  await expect(add('same')).rejects.toThrow('same and main are the same database')
  expect(await add('second')).toEqual([expect.stringMatching(/^second takes new projects/)])
  expect((await bucketDatabase(db, 'second').query('select 1 from issues')).rowCount).toBe(0)
  expect(await add('second')).toEqual(['second is there already.'])
  const { rows } = await accounts.pool.query<{ name: string }>('select name from buckets order by added_at')
  expect(rows.map(({ name }) => name)).toEqual(['main', 'second'])
})

it('the list says of each what is there, and whether it responds', async () => {
  await accounts.pool.query(`insert into buckets (name) values ('away'), ('forgotten')`)
  await bucketDatabase(db, 'second').query(
    `insert into project_hourly (project_id, hour, release_id, environment_id, level, platform, event_count)
     values (1, date_trunc('hour', now()) - interval '1 hour', 0, 0, 3, 0, 7)`,
  )
  const lines = await list()
  expect(lines[0]).toMatch(
    /^main +beside the accounts +0 projects +\S+ \S?B +0 events in the last full hour .* responds$/,
  )
  expect(lines.find((line) => line.startsWith('second'))).toMatch(
    new RegExp(`/?${empty} .* 7 events in the last full hour +takes new projects +responds$`),
  )
  expect(lines.find((line) => line.startsWith('away'))).toMatch(/does not respond: connect ECONNREFUSED/)
  expect(lines.find((line) => line.startsWith('forgotten'))).toMatch(/BUGLE_BUCKETS does not name it$/)
  expect(lines.join()).not.toContain(String(connection.password ?? 'no password'))
})

it('a bucket is closed to new projects and opened again, but never the last one', async () => {
  for (const name of ['away', 'forgotten', 'second'])
    expect(await setOpen(name, false)).toEqual([`${name} takes no new projects.`])
  await expect(setOpen('main', false)).rejects.toThrow('No other bucket takes new projects')
  await expect(setOpen('nowhere', false)).rejects.toThrow('There is no bucket nowhere')
  expect(await setOpen('second', true)).toEqual(['second takes new projects.'])
  expect((await list()).find((line) => line.startsWith('away'))).toContain('closed to new projects')
})

it('a moment of the archive, which has one server of several, is refused', async () => {
  const config = readConfig({
    BUGLE_BUCKETS: 'second=postgres://localhost/second',
    BUGLE_DATA: directory,
    BUGLE_ARCHIVE: join(directory, 'archive'),
  })
  const options = { to: undefined, replace: false, keepSessions: false, isDryRun: false, now: new Date() }
  await expect(restoreTo({ config, ...options, print: () => {} })).rejects.toThrow(
    'BUGLE_ARCHIVE has the embedded database alone, and second would stay as it is.',
  )
})

it('doctor checks the server of each, and finds one that the settings do not name', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://localhost/unused', BUGLE_DATA: directory })
  const checks = await runChecks({
    config,
    version: 'test',
    withDatabase: (work) => work({ db, kind: 'external' }),
    sealer: () => sealerOf(config),
    objects: inRows,
    checkMailServer: async () => {},
    now: () => new Date(),
  })
  const of = (name: string) => checks.find((check) => check.name === name)
  expect(of('schema')?.status).toBe('ok')
  for (const part of ['database', 'durability', 'connections', 'clock', 'schema', 'queue', 'jobs'])
    expect([part, of(`bucket second: ${part}`)?.status]).toEqual([part, of(part)?.status])
  expect(of('bucket away')).toMatchObject({ status: 'fail', text: expect.stringMatching(/^unreachable: /) })
  expect(of('bucket forgotten')).toMatchObject({ status: 'fail', text: 'BUGLE_BUCKETS does not name it' })
})
