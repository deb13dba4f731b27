import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bucketDatabase, bucketNames, inBucket, isBucketAway } from '../src/db/buckets.ts'
import { checkBucketSchema } from '../src/db/check-bucket-schema.ts'
import { readBinary } from '../src/db/copy.ts'
import { openDatabase, transaction, withSavepoint } from '../src/db/database.ts'
import { isDatabaseUnavailable } from '../src/db/database-unavailable.ts'
import { takeLock } from '../src/db/locks.ts'
import { addJob } from '../src/domains/jobs/index.ts'
import { createTestDatabase } from './test-database.ts'

// Two databases stand for two servers: no statement and no transaction of PostgreSQL can reach from one to the other.
const accounts = await createTestDatabase({ connections: 2 })
const events = await createTestDatabase({ connections: 2 })

const open = () =>
  openDatabase({ connection: accounts.connection, connections: 2, buckets: { second: events.connection } })
const db = open()
const routed = bucketDatabase(db, 'second')
afterAll(async () => {
  await db.end()
  await accounts.drop()
  await events.drop()
})

const projectId = 7
const note = 'insert into muted_mails (user_id, kind) values ($1, $2)'
const userId = '00000000-0000-7000-8000-000000000001'
const countRows = async (db: { query: pg.Pool['query'] }, table: string) =>
  (await db.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count
const addEnvironment = (name: string) => ({
  text: 'insert into environments (project_id, id, name) values ($1, (select coalesce(max(e.id), 0) + 1 from environments e), $2)',
  values: [projectId, name],
})

beforeEach(async () => {
  await accounts.pool.query('truncate muted_mails, users cascade')
  await events.pool.query('truncate environments')
  await accounts.pool.query(
    `insert into users (id, email, name, password_hash, trial_ends_at, created_at) values ($1, 'a@example.com', 'A', '', now(), now())`,
    [userId],
  )
})

describe('a connection of a bucket', () => {
  it('sends each statement to the side whose tables it names', async () => {
    await routed.query(addEnvironment('production'))
    await routed.query(note, [userId, 'mention'])
    expect(await countRows(events.pool, 'environments')).toBe(1)
    expect(await countRows(accounts.pool, 'environments')).toBe(0)
    expect(await countRows(accounts.pool, 'muted_mails')).toBe(1)
    expect(await countRows(events.pool, 'muted_mails')).toBe(0)
  })

  it('commits both sides of a transaction, and rolls both back', async () => {
    await transaction(routed, async (tx) => {
      await tx.query(addEnvironment('production'))
      await tx.query(note, [userId, 'mention'])
      expect(await countRows(events.pool, 'environments')).toBe(0)
    })
    expect(await countRows(events.pool, 'environments')).toBe(1)
    expect(await countRows(accounts.pool, 'muted_mails')).toBe(1)
    const failed = transaction(routed, async (tx) => {
      await tx.query(addEnvironment('staging'))
      await tx.query('delete from muted_mails')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await countRows(events.pool, 'environments')).toBe(1)
    expect(await countRows(accounts.pool, 'muted_mails')).toBe(1)
  })

  it('undoes a savepoint on both sides, also on one that joins within it', async () => {
    await transaction(routed, async (tx) => {
      await tx.query(addEnvironment('production'))
      const part = withSavepoint(tx, async () => {
        await tx.query(addEnvironment('staging'))
        await tx.query(note, [userId, 'mention'])
        throw new Error('part')
      })
      await expect(part).rejects.toThrow('part')
    })
    expect(await countRows(events.pool, 'environments')).toBe(1)
    expect(await countRows(accounts.pool, 'muted_mails')).toBe(0)
  })

  it('refuses a statement about both sides', async () => {
    await expect(routed.query('select from issues i join users u on u.id = i.issue_id')).rejects.toThrow(
      'a statement is about issues and about users',
    )
  })

  it('copies rows of its own side, and refuses a copy of the other', async () => {
    await routed.query(addEnvironment('production'))
    const client = await routed.connect()
    const rows = await readBinary(client, 'select e.name from environments e')
    expect(rows.map(([name]) => String(name))).toEqual(['production'])
    await expect(readBinary(client, 'select u.name from users u')).rejects.toThrow('no copy leads elsewhere')
    client.release()
  })

  it('does nothing on the accounts while no statement is about them', async () => {
    const before = await countRows(accounts.pool, 'pg_stat_activity where datname = current_database()')
    const pool = open()
    await transaction(bucketDatabase(pool, 'second'), (tx) => tx.query(addEnvironment('production')))
    expect(await countRows(accounts.pool, 'pg_stat_activity where datname = current_database()')).toBe(before)
    await pool.end()
  })
})

describe('a database with buckets', () => {
  it('sends events to the bucket in which work runs', async () => {
    expect(bucketNames(db)).toEqual(['main', 'second'])
    await inBucket('second', () => db.query(addEnvironment('production')))
    await inBucket('main', () => transaction(db, (tx) => tx.query(addEnvironment('staging'))))
    expect(await inBucket('second', () => countRows(db, 'environments'))).toBe(1)
    expect((await accounts.pool.query('select name from environments')).rows).toEqual([{ name: 'staging' }])
    await accounts.pool.query('truncate environments')
  })

  it('refuses a statement about events outside of a bucket, and a bucket that it does not know', async () => {
    await expect(db.query('select from issues')).rejects.toThrow('outside of a bucket')
    await expect(transaction(db, (tx) => tx.query('delete from issues'))).rejects.toThrow('outside of a bucket')
    await expect(inBucket('third', async () => db.query('select from issues'))).rejects.toThrow('the bucket third')
    expect(await countRows(db, 'users')).toBe(1)
  })

  it('reaches a bucket from a transaction of the accounts, which commits first', async () => {
    const add = (fails: boolean) =>
      transaction(db, async (tx) => {
        await tx.query(note, [userId, 'mention'])
        await inBucket('second', () => tx.query(addEnvironment('production')))
        if (fails) throw new Error('no')
      })
    await expect(add(true)).rejects.toThrow('no')
    expect(await countRows(events.pool, 'environments')).toBe(0)
    await add(false)
    expect(await countRows(events.pool, 'environments')).toBe(1)
    expect(await countRows(accounts.pool, 'muted_mails')).toBe(1)
  })

  it('takes locks and queues jobs in the bucket in which a transaction of the accounts works', async () => {
    const held = `pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory' and d.datname = current_database()`
    const job = { kind: 'greet', line: 'mails', owner: 'Ann', payload: {}, keepMs: 3_600_000 } as const
    await transaction(db, async (tx) => {
      await tx.query(note, [userId, 'mention'])
      await inBucket('second', async () => {
        await takeLock(tx, 'tags')
        await addJob(tx, job)
      })
      expect([await countRows(accounts.pool, held), await countRows(events.pool, held)]).toEqual([0, 1])
    })
    expect([await countRows(accounts.pool, 'jobs'), await countRows(events.pool, 'jobs')]).toEqual([0, 1])
    await transaction(db, (tx) => addJob(tx, job))
    expect([await countRows(accounts.pool, 'jobs'), await countRows(events.pool, 'jobs')]).toEqual([1, 1])
  })

  it('keeps to its bucket when connections are scarce and others wait for them', async () => {
    const names = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const name = at % 2 === 0 ? 'main' : 'second'
        const { rows } = await inBucket(name, () => db.query('select current_database() as name'))
        return [name, rows[0].name === accounts.connection.database ? 'main' : 'second']
      }),
    )
    for (const [asked, got] of names) expect(got).toBe(asked)
  })

  it('opens another connection to the accounts after one was lost', async () => {
    await routed.query('delete from muted_mails')
    await accounts.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await expect.poll(() => routed.query('delete from muted_mails').then(() => 'done', String)).toBe('done')
  })
})

it('a bucket is away until its tables are those of this code, from both sides', async () => {
  const checked = openDatabase({
    connection: accounts.connection,
    connections: 2,
    buckets: { second: events.connection },
    checkBucket: checkBucketSchema,
  })
  const [last] = (await events.pool.query('select max(name) as name from kysely_migration')).rows
  await events.pool.query('delete from kysely_migration where name = $1', [last.name])
  const ways = [
    () => bucketDatabase(checked, 'second').query('select 1 from issues'),
    () => transaction(checked, (tx) => inBucket('second', () => tx.query('select 1 from issues'))),
  ]
  for (const way of ways) {
    const refused: unknown = await way().catch((error: unknown) => error)
    expect(refused).toMatchObject({ message: 'The tables of the bucket second are not migrated yet.' })
    expect([isDatabaseUnavailable(refused), isBucketAway(refused)]).toEqual([true, true])
  }
  expect(await countRows(checked, 'users')).toBe(1)
  await inBucket('main', () => checked.query('select 1 from issues'))
  await events.pool.query(`insert into kysely_migration (name, timestamp) values ($1, '2030-01-01')`, [last.name])
  for (const way of ways) expect((await way()).rowCount).toBe(0)
  await checked.end()
})
