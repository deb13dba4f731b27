import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NewChannelBody } from '@bugle/protocol'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { readArchive } from '../src/admin/backup/archive.ts'
import { backUp } from '../src/admin/backup/back-up.ts'
import { checkArchive, restore } from '../src/admin/backup/restore.ts'
import { applyMigrations } from '../src/admin/backup/restore-store.ts'
import { type Database, onOwnConnection, openDatabase, transaction } from '../src/db/database.ts'
import { takeLock } from '../src/db/locks.ts'
import { migrate } from '../src/db/migrate.ts'
import { readMigrationFiles } from '../src/db/migration-files.ts'
import { BackupFolder, backingUp, contentOf, restoring } from './backup-folder.ts'
import { organizationOf } from './organization.ts'
import { jpeg, newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const folder = new BackupFolder()
afterAll(() => folder.remove())
const silent = () => {}
/** Where channels lead; nothing listens there. */
const hooks = '127.0.0.1:9'
/** Runs work while digest has claimed segments and waits for a lock. */
function whileDigestWaits<T>(pool: Database, work: () => Promise<T>): Promise<T> {
  return transaction(pool, async (tx) => {
    await takeLock(tx, 'groups')
    return work()
  })
}

/** Opens a database without tables. */
async function emptyDatabase(): Promise<Database> {
  const database = openDatabase({ connection: await folder.newDatabase(), connections: 2 })
  folder.onRemove(() => database.end())
  return database
}

describe('a backup', async () => {
  const server = await startServer({ digest: true, env: { BUGLE_OUTGOING_ALLOW: hooks } })
  const app = await newReporter(server)
  const seen = await app.readEvent(
    (await app.report({ screenshot: jpeg.toString('base64'), tags: { a: 'b' } })).event_id,
  )
  const other = await app.readEvent((await app.report({ exception_type: 'RangeError', event_id: undefined })).event_id)
  await app.session.request('POST', `/api/issues/${seen.issue_id}/merge`, { body: { ids: [other.issue_id] } })
  await app.session.request('POST', `/api/issues/${seen.issue_id}/comments`, { body: { text: 'Ünïcode 🎺 and \\N' } })
  await until(
    async () => (await server.database.pool.query('select count(*) as n from count_queue')).rows[0].n,
    (left) => left === 0,
  )
  const { file, before } = await whileDigestWaits(server.database.pool, async () => {
    // The backup must also contain events that wait for digest.
    await app.report({ message: 'not digested yet' })
    const claimed = 'select from segment_queue where claimed_by is not null'
    await until(
      async () => (await server.database.pool.query(claimed)).rowCount,
      (count) => count === 1,
    )
    // Outcomes are written a moment after the responses they are about: the backup starts when nothing is being
    // written.
    for (;;) {
      const before = await contentOf(server.database.pool)
      const file = folder.newFile()
      await backUp(server.database.pool, file, backingUp)
      if (JSON.stringify(await contentOf(server.database.pool)) === JSON.stringify(before)) return { file, before }
    }
  })

  it('is readable by its owner alone, and does not replace a file', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(backUp(server.database.pool, file, backingUp)).rejects.toThrow('already exists')
    await expect(backUp(server.database.pool, join(folder.path, 'none', 'x'), backingUp)).rejects.toThrow(
      'does not exist',
    )
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('describes itself, and contains the secret unless it is to be left out', async () => {
    const headerOf = async (change: Partial<typeof backingUp>) => {
      const path = folder.newFile()
      await backUp(server.database.pool, path, { ...backingUp, ...change })
      return (await checkArchive(path, silent)).header
    }
    const header = await headerOf({})
    expect(header.secret).toBe(backingUp.secret.text)
    expect(header.secret_check).toMatch(/^[0-9a-f]{16}$/)
    expect(await headerOf({ withoutSecret: true })).not.toHaveProperty('secret')
    const given = await headerOf({ secret: { text: backingUp.secret.text, isOurs: false } })
    expect(given).not.toHaveProperty('secret')
    expect(given.secret_check).toBe(header.secret_check)
    expect((await headerOf({ secret: undefined as never })).secret_check).toBe('')
  })

  it('without the secret holds no secret of a channel in clear', async () => {
    const { session } = await newReporter(server)
    const path = `/api/organizations/${await organizationOf(session)}/channels` as const
    const url = `http://${hooks}`
    const channels: NewChannelBody[] = [
      { kind: 'mattermost', name: 'chat', config: { url: `${url}/hooks/plantedHook81726354` } },
      { kind: 'gotify', name: 'phone', config: { url, token: 'plantedToken0192837465' } },
      { kind: 'webhook', name: 'program', config: { url: `${url}/plantedPath918273` } },
    ]
    const secrets = ['plantedHook81726354', 'plantedToken0192837465', 'plantedPath918273']
    for (const body of channels) {
      const { status, body: made } = await session.request('POST', path, { body })
      expect(status).toBe(201)
      if (made.secret != null) secrets.push(made.secret, made.secret.slice('whsec_'.length))
    }
    const archive = folder.newFile()
    await backUp(server.database.pool, archive, { ...backingUp, withoutSecret: true })
    const parts: Buffer[] = []
    for await (const frame of readArchive(archive))
      parts.push(frame.kind === 'data' ? frame.bytes : Buffer.from(JSON.stringify(frame)))
    const whole = Buffer.concat(parts)
    expect(whole.includes(hooks)).toBe(true)
    expect(secrets.filter((secret) => whole.includes(secret))).toEqual([])
  })

  it('ends the sessions of the backup, unless they are to be kept', async () => {
    const target = await emptyDatabase()
    const live = async () =>
      Number((await target.query('select count(*) as n from access_tokens where revoked_at is null')).rows[0].n)
    await restore(target, await checkArchive(file, silent), restoring)
    expect(await live()).toBeGreaterThan(0)
    await restore(target, await checkArchive(file, silent), { ...restoring, replace: true, keepSessions: false })
    expect(await live()).toBe(0)
  })

  it('restores every row of every table, and the next values of sequences', async () => {
    const target = await emptyDatabase()
    let secretsKept = 0
    const installSecret = async () => {
      secretsKept += 1
    }
    await restore(target, await checkArchive(file, silent), { ...restoring, installSecret })
    expect(await contentOf(target)).toEqual(before)
    expect(Number(before.events!.split(' ')[0])).toBe(2)
    expect(secretsKept).toBe(1)
    expect(await migrate(target)).toEqual([])
    const { rows } = await target.query('select claimed_by from segment_queue')
    expect(rows).toEqual([{ claimed_by: null }])
  })

  it('refuses a target that is in use, not empty without `replace`, or not Bugle’s', async () => {
    const archive = await checkArchive(file, silent)
    const target = await emptyDatabase()
    const tables = async () => Object.keys(await contentOf(target))
    await target.query('create table theirs (a int)')
    await expect(restore(target, archive, restoring)).rejects.toThrow('not Bugle’s (theirs)')
    await target.query('drop table theirs')
    await restore(target, archive, { ...restoring, isDryRun: true })
    expect(await tables()).toEqual([])
    await restore(target, archive, restoring)
    await target.query(`update users set name = 'Changed'`)
    await expect(restore(target, archive, restoring)).rejects.toThrow(
      'The target holds an installation with 1 account and 1 project. Add --replace',
    )
    expect(await contentOf(target)).not.toEqual(before)
    await restore(target, archive, { ...restoring, replace: true })
    expect(await contentOf(target)).toEqual(before)
    const { rows } = await target.query('select current_database() as name')
    const beside = new pg.Client({
      ...inject('postgres').connection,
      database: rows[0].name,
      application_name: 'bugle',
    })
    await beside.connect()
    await expect(restore(target, archive, { ...restoring, replace: true })).rejects.toThrow('Stop it first')
    await beside.end()
  })

  it('changes nothing when it fails in the middle', async () => {
    const target = await emptyDatabase()
    const archive = await checkArchive(file, silent)
    await restore(target, archive, restoring)
    const installSecret = async () => {
      throw new Error('no room for the secret')
    }
    await target.query(`update users set name = 'Changed'`)
    const held = await contentOf(target)
    await expect(restore(target, archive, { ...restoring, replace: true, installSecret })).rejects.toThrow('no room')
    expect(await contentOf(target)).toEqual(held)
  })

  it('that is truncated, altered or another file is recognized before it is used', async () => {
    const whole = readFileSync(file)
    const check = async (bytes: Buffer) => {
      const path = folder.newFile()
      writeFileSync(path, bytes)
      return checkArchive(path, silent)
    }
    await check(whole)
    for (const length of [0, 5, 15, 16, 20, 500, whole.length >> 1, whole.length - 33, whole.length - 1])
      await expect(check(whole.subarray(0, length)), String(length)).rejects.toThrow('truncated')
    for (const at of [15, 16, 21, 300, whole.length >> 1, whole.length - 37, whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed[at]! ^= 1
      await expect(check(changed), String(at)).rejects.toThrow(/damaged|truncated/)
    }
    await expect(check(Buffer.concat([whole, Buffer.from('x')]))).rejects.toThrow('damaged')
    await expect(check(Buffer.from('PGDMP and so on, far longer than a mark'))).rejects.toThrow('not a backup of Bugle')
    await expect(checkArchive(join(folder.path, 'none'), silent)).rejects.toThrow('does not exist')
    await expect(checkArchive(folder.path, silent)).rejects.toThrow('is a folder')
  })

  it('from a newer release is refused', async () => {
    const database = await emptyDatabase()
    await migrate(database)
    await database.query(`insert into kysely_migration values ('9999_the_future', now()::text)`)
    const path = folder.newFile()
    await backUp(database, path, { ...backingUp, version: '9.0.0' })
    await expect(checkArchive(path, silent)).rejects.toThrow(
      'from Bugle 9.0.0, which is newer: it contains 9999_the_future',
    )
  })

  it('of an unreleased version is refused, in a sentence', async () => {
    const database = await emptyDatabase()
    await migrate(database)
    await database.query(`update migration_hashes set sha256 = 'x' where name = '0004_pipeline'`)
    const path = folder.newFile()
    await backUp(database, path, backingUp)
    await expect(checkArchive(path, silent)).rejects.toThrow(
      /^The tables of this backup were created by another, unreleased version of Bugle: 0004_pipeline has another text here/,
    )
  })

  it('that the database refuses is not restored, and says why in a sentence', async () => {
    const target = await emptyDatabase()
    const archive = await checkArchive(file, silent)
    const [only] = archive.servers
    const [first] = only!.migrations
    const failing = { ...archive, servers: [{ ...only!, migrations: [first!, ...only!.migrations] }] }
    await expect(restore(target, failing, restoring)).rejects.toThrow(
      /^The database refused the backup, and was not changed: relation "migration_hashes" already exists \(SQLSTATE 42P07\)\.$/,
    )
  })

  it('from an older release is migrated', async () => {
    const old = await emptyDatabase()
    const first = [...(await readMigrationFiles())].slice(0, -1)
    await transaction(old, (tx) => applyMigrations(tx, first))
    await old.query(
      `with o as (insert into organizations (id, name) values (gen_random_uuid(), 'Old') returning id),
            u as (insert into users (id, email, name, password_hash, trial_ends_at)
                  values (gen_random_uuid(), 'old@example.com', 'Old', 'x', now()) returning id),
            m as (insert into memberships (organization_id, user_id, role) select o.id, u.id, 'owner' from o, u)
       insert into projects (organization_id, name, app_id, app_ids, short_prefix)
       select o.id, 'Shop', 'a', '{a}', 'SHOP' from o`,
    )
    const path = folder.newFile()
    await backUp(old, path, backingUp)
    const target = await emptyDatabase()
    const archive = await checkArchive(path, silent)
    expect(archive.header.migrations).toEqual(first.map(([name]) => name))
    await restore(target, archive, restoring)
    expect(await migrate(target)).toHaveLength(1)
    const { rows } = await target.query('select email, pending_email from users')
    expect(rows).toEqual([{ email: 'old@example.com', pending_email: null }])
    expect(Object.keys(await contentOf(target)).sort()).toEqual(Object.keys(before).sort())
  })

  it('takes no lock that blocks partitions or appends', async () => {
    await onOwnConnection(server.database.pool, async (client) => {
      await client.query('begin isolation level repeatable read read only')
      const frames = readArchive(file)
      for await (const frame of frames) {
        if (frame.kind !== 'table') continue
        const { name, partition } = frame.table
        await client.query(`lock table "${partition?.name ?? name}" in access share mode`)
      }
      await server.database.pool.query(`set statement_timeout = '5s'`)
      await transaction(server.database.pool, (tx) =>
        tx.query(
          `create table events_far partition of events
           for values from ('0fffffff-0000-0000-0000-000000000000') to ('0fffffff-0000-0000-0000-000000000001')`,
        ),
      )
      await client.query('rollback')
    })
  })
})
