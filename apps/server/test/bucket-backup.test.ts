import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IssuePage } from '@bugle/protocol'
import type pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { readArchive } from '../src/admin/backup/archive.ts'
import { backUp } from '../src/admin/backup/back-up.ts'
import { checkArchive, restore } from '../src/admin/backup/restore.ts'
import { withSnapshots } from '../src/admin/backup/snapshots.ts'
import { addBucket } from '../src/admin/buckets.ts'
import { bucketDatabase, bucketPlaces } from '../src/db/buckets.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { ObjectPayloads } from '../src/domains/objects/index.ts'
import { BackupFolder, backingUp, contentOf, onServer, restoring as restoringSilently } from './backup-folder.ts'
import { startHoldingProxy } from './holding-proxy.ts'
import { startLeavingProxy } from './leaving-proxy.ts'
import { MemoryObjectStore } from './memory-object-store.ts'
import { organizationOf } from './organization.ts'
import { jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startSmtpCatcher } from './smtp-catcher.ts'
import { queueEmptied, startServer, type TestServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'

// Two databases stand for two servers, the second behind a proxy that can leave.

const folder = new BackupFolder()
const second = await createTestDatabase({ connections: 2 })
const proxy = await startLeavingProxy(second.connection)
const mail = { BUGLE_SMTP_URL: 'smtp://127.0.0.1:9?tls=off', BUGLE_MAIL_FROM: 'Bugle <bugle@example.com>' }
const server = await startServer({ digest: true, buckets: { second: second.connection }, env: mail })
const db = openDatabase({
  connection: server.database.connection,
  connections: 2,
  buckets: { second: proxy.connection },
})
afterAll(async () => {
  await db.end()
  await folder.remove()
  await proxy.close()
  await second.drop()
})

const lines: string[] = []
const print = (line: string) => {
  lines.push(line)
}
const options = { ...backingUp, print }
const restoring = { ...restoringSilently, print }
const silent = () => {}

/** Opens the accounts and buckets of an installation. */
function openAll(connection: pg.PoolConfig, buckets: Record<string, pg.PoolConfig>): Database {
  const opened = openDatabase({ connection, connections: 2, buckets })
  folder.onRemove(() => opened.end())
  return opened
}

/** Opens two empty databases, of an installation with the bucket. */
const newTarget = async () => openAll(await folder.newDatabase(), { second: await folder.newDatabase() })

const contents = async (accounts: pg.PoolConfig, bucket: pg.PoolConfig) => ({
  main: await onServer(accounts, contentOf),
  second: await onServer(bucket, contentOf),
})
const ownContents = () => contents(server.database.connection, second.connection)
const connectionOf = async (target: Database): Promise<pg.PoolConfig> => {
  const { rows } = await bucketDatabase(target, 'main').query<{ name: string }>('select current_database() as name')
  return { ...inject('postgres').connection, database: rows[0]!.name }
}
const contentsOf = async (target: Database) =>
  contents(await connectionOf(target), bucketPlaces(target).second as pg.PoolConfig)

/** Starts a server on a restored installation. */
async function startOn(target: Database, { digest = false, env = mail } = {}): Promise<TestServer> {
  const connection = await connectionOf(target)
  const pool = openDatabase({ connection, connections: 4 })
  folder.onRemove(() => pool.end())
  const database = {
    pool,
    accounts: pool,
    ofServer: pool,
    connection,
    accountsConnection: connection,
    drop: async () => {},
  }
  const beside = { ...server, database }
  return startServer({ beside, digest, buckets: { second: bucketPlaces(target).second as pg.PoolConfig }, env })
}

/** Returns two projects of a person, one in each bucket. */
async function newPair(): Promise<[Reporter, Reporter]> {
  const here = await newReporter(server)
  const { project, ingest_token: token } = await here.session.createProject({ name: 'There' })
  const there = { ...here, project, token }
  for (const [reporter, bucket] of [
    [here, 'main'],
    [there, 'second'],
  ] as const)
    await server.database.pool.query('update projects set bucket = $1 where id = $2', [bucket, numberOf(reporter)])
  return [here, there]
}

const report = (reporter: Reporter, change: object) => reporter.report({ ...change }, { ingestToken: reporter.token })
const listed = (reporter: Reporter, count: number) =>
  until(
    () => reporter.session.get('/api/issues?status=all'),
    (page) => page.issues.length === count,
  )
const settled = async () => {
  for (const pool of [server.database.pool, second.pool])
    for (const queue of ['segment_queue', 'count_queue'] as const) await queueEmptied(pool, queue)
}

/** Makes a backup while nothing is written, and returns what it must have. */
async function backUpAtRest(): Promise<{ file: string; before: Awaited<ReturnType<typeof ownContents>> }> {
  for (;;) {
    const before = await ownContents()
    const file = folder.newFile()
    await backUp(db, file, options)
    if (JSON.stringify(await ownContents()) === JSON.stringify(before)) return { file, before }
  }
}

describe('a backup of two servers', async () => {
  const [here, there] = await newPair()
  const organization = await organizationOf(here.session)
  const { body: made } = await here.session.request('POST', `/api/organizations/${organization}/channels`, {
    body: { kind: 'email', name: 'Mail', config: { address: 'ops@example.com' } },
  })
  await here.session.request('POST', `/api/organizations/${organization}/alert-rules`, {
    body: { name: 'All', triggers: ['issue.new'], channel_ids: [made.channel.id] },
  })
  const events: { id: string; raw: string }[] = []
  for (const reporter of [here, there])
    for (const type of ['FirstError', 'SecondError']) {
      const { event_id: id } = await report(reporter, {
        exception_type: type,
        message: `Ünïcode 🎺 of ${reporter.project.name}`,
        screenshot: Buffer.concat([jpeg, randomBytes(6000)]).toString('base64'),
        tags: { city: 'Ulm' },
      })
      events.push({ id, raw: (await reporter.readRaw(id)).toString('latin1') })
    }
  const { issues } = await listed(here, 4)
  const { body: changed } = await here.session.request('POST', '/api/issues/bulk', {
    body: { ids: issues.map(({ id }) => id), patch: { status: 'resolved' } },
  })
  // The mails wait: nobody listens where they go.
  await until(
    async () => (await server.database.pool.query('select from deliveries')).rowCount,
    (waiting) => (waiting ?? 0) > 0,
  )
  await settled()
  const { file, before } = await backUpAtRest()

  it('restores every row of both, and says that each is as of a moment of its own', async () => {
    const target = await newTarget()
    lines.length = 0
    await restore(target, await checkArchive(file, options.print), restoring)
    expect(await contentsOf(target)).toEqual(before)
    expect(before.second.events).toMatch(/^2 /)
    expect(before.main.deliveries).not.toMatch(/^0 /)
    expect(lines[0]).toMatch(/tables of 2 servers \(second, main\)/)
    await backUp(target, folder.newFile(), options)
    expect(lines.at(-2)).toMatch(/readable by this user alone/)
    expect(lines.at(-3)).toMatch(/^One moment for each server, the accounts last: second \d\S+Z, main \d\S+Z\.$/)
  })

  it('is an installation again: issues, counts, bodies byte for byte, and undo', async () => {
    const target = await newTarget()
    await restore(target, await checkArchive(file, silent), restoring)
    const restored = await startOn(target)
    const { get } = readerOf(restored, here)
    const list: IssuePage = await get('/api/issues?status=all')
    const was = await here.session.get('/api/issues?status=all')
    expect(list.issues).toEqual(was.issues)
    expect(list.status_counts).toEqual(was.status_counts)
    for (const { id, raw } of events) {
      const response = await fetch(`${restored.url}/api/events/${id}?raw=1`, {
        headers: { authorization: `Bearer ${here.session.token}` },
      })
      expect(response.status).toBe(200)
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toBe(raw)
    }
    const undone = await restored.raw('POST', `/api/undo/${changed.undo_id}`, { token: here.session.token })
    expect(undone.body).toMatchObject({ restored_count: 4 })
  })

  it('goes to the servers that the settings name, and is refused without them', async () => {
    const archive = await checkArchive(file, silent)
    const one = openAll(await folder.newDatabase(), {})
    await expect(restore(one, archive, restoring)).rejects.toThrow(
      /^This backup has projects in second, and BUGLE_BUCKETS does not name it\. Create a database for each \(createdb bugle_second\)/,
    )
    const place = await folder.newDatabase()
    const same = openAll(place, { second: place })
    await expect(restore(same, archive, restoring)).rejects.toThrow('second and main are the same database')
    const away = openAll(await folder.newDatabase(), { second: { ...place, host: '127.0.0.1', port: 1 } })
    await expect(restore(away, archive, restoring)).rejects.toThrow(
      /^The server of second does not respond: .* Nothing was changed\.$/,
    )
  })

  it('leaves a bucket alone that has events, unless they are to be discarded', async () => {
    const target = await newTarget()
    const place = bucketPlaces(target).second as pg.PoolConfig
    const own = openDatabase({ connection: place, connections: 2 })
    await migrate(own)
    await own.query('insert into project_stats (project_id) values (7)')
    await own.end()
    const archive = await checkArchive(file, silent)
    await expect(restore(target, archive, restoring)).rejects.toThrow(
      'The database of second holds events of 1 project. Add --replace to discard them.',
    )
    await restore(target, archive, { ...restoring, replace: true })
    expect(await contentsOf(target)).toEqual(before)
  })

  it('changes neither server when it fails in the middle', async () => {
    const target = await newTarget()
    const archive = await checkArchive(file, silent)
    await restore(target, archive, restoring)
    const installSecret = async () => {
      throw new Error('no room for the secret')
    }
    await onServer(bucketPlaces(target).second as pg.PoolConfig, (client) =>
      client.query(`update issues set type = 'Changed'`),
    )
    const held = await contentsOf(target)
    await expect(restore(target, archive, { ...restoring, replace: true, installSecret })).rejects.toThrow('no room')
    expect(await contentsOf(target)).toEqual(held)
  })

  it('of one server empties a bucket that was added since', async () => {
    const alone = await createTestDatabase({ connections: 2 })
    const single = folder.newFile()
    await backUp(alone.pool, single, options)
    await alone.drop()
    for await (const frame of readArchive(single))
      if (frame.kind === 'header') expect(frame.header).not.toHaveProperty('format')
    const target = await newTarget()
    await restore(target, await checkArchive(file, silent), restoring)
    const archive = await checkArchive(single, silent)
    await expect(restore(target, archive, restoring)).rejects.toThrow('holds')
    lines.length = 0
    await restore(target, archive, { ...restoring, replace: true })
    expect(lines.join('\n')).toContain('The backup is from before the bucket second')
    const after = await contentsOf(target)
    expect(after.main.projects).toMatch(/^0 /)
    expect(after.second).toEqual({})
  })

  it('that is cut anywhere is recognized before it is used', async () => {
    const whole = readFileSync(file)
    for (const length of [whole.length >> 2, whole.length >> 1, whole.length - 40, whole.length - 1]) {
      const cut = folder.newFile()
      writeFileSync(cut, whole.subarray(0, length))
      await expect(checkArchive(cut, silent), String(length)).rejects.toThrow('truncated')
    }
  })

  it('of a newer format is refused in a sentence', async () => {
    const newer = folder.newFile()
    const marked = readFileSync(file).toString('latin1').replace('"format":2', '"format":3')
    writeFileSync(newer, Buffer.from(marked, 'latin1'))
    await expect(checkArchive(newer, silent)).rejects.toThrow('is from Bugle 0.1.0, which is newer: it has format 3')
  })

  it('is made with payloads of both in an object store, and restored into another', async () => {
    const store = new MemoryObjectStore()
    const objects = new ObjectPayloads(store, { isWritten: true })
    const target = await newTarget()
    await restore(target, await checkArchive(file, silent), { ...restoring, objects })
    const { rows } = await bucketDatabase(target, 'main').query<{ id: string }>('select id from installation')
    const keys = [...store.objects.keys()]
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !key.startsWith(`bugle/${rows[0]!.id}/`))).toEqual([])
    for (const reporter of [here, there])
      expect(keys.filter((key) => key.includes(`/${numberOf(reporter)}/`)).length).toBeGreaterThan(0)
    const again = folder.newFile()
    await backUp(target, again, { ...options, objects: new ObjectPayloads(store, { isWritten: true }) })
    const back = await newTarget()
    await restore(back, await checkArchive(again, silent), restoring)
    expect(await contentsOf(back)).toEqual(before)
  })
})

/** Reads of a person on another server. */
function readerOf(other: TestServer, { session }: Reporter): Pick<typeof session, 'get'> {
  return {
    get: async (url) => {
      const { status, text, body } = await other.raw<never>('GET', url, { token: session.token })
      if (status !== 200) throw new Error(`GET ${url} → ${status} ${text}`)
      return body
    },
  }
}

describe('a backup', () => {
  it('while events arrive has all that was acknowledged before, and nothing that leads nowhere', async () => {
    const [here, there] = await newPair()
    const sent: { id: string; message: string; reporter: Reporter; isBefore: boolean }[] = []
    let isOver = false
    let isBefore = true
    const send = async (reporter: Reporter) => {
      for (let count = 0; !isOver; count += 1) {
        const message = `${reporter.project.name} ${count}`
        const { event_id: id } = await report(reporter, { exception_type: `Load${count % 7}Error`, message })
        sent.push({ id, message, reporter, isBefore })
      }
    }
    const senders = [here, there].map(send)
    await until(
      async () => sent.length,
      (count) => count >= 60,
    )
    isBefore = false
    const file = folder.newFile()
    await backUp(db, file, options)
    isOver = true
    await Promise.all(senders)
    const target = await newTarget()
    await restore(target, await checkArchive(file, silent), restoring)
    const smtp = await startSmtpCatcher()
    const env = { ...mail, BUGLE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=off` }
    const restored = await startOn(target, { digest: true, env })
    for (const pool of [bucketDatabase(target, 'main'), bucketDatabase(target, 'second')]) await queueEmptied(pool)
    const then = sent.filter(({ isBefore }) => isBefore)
    expect(then.length).toBeGreaterThanOrEqual(58)
    const { get } = readerOf(restored, here)
    for (const { id, message } of then) expect((await get(`/api/events/${id}`)).event.message).toBe(message)
    for (const reporter of [here, there]) {
      const { issues }: IssuePage = await get(`/api/projects/${reporter.project.id}/issues?status=all`)
      const counted = issues.reduce((sum, { count }) => sum + count, 0)
      const own = sent.filter((one) => one.reporter === reporter)
      expect(counted).toBeGreaterThanOrEqual(own.filter(({ isBefore }) => isBefore).length)
      expect(counted).toBeLessThanOrEqual(own.length)
    }
    // Mails that nobody took before the backup are sent from the restored installation, and no other job fails there.
    for (const bucket of ['main', 'second']) {
      const one = bucketDatabase(target, bucket)
      await one.query('update jobs set due_at = now()')
      await until(
        async () => (await one.query('select kind, attempts from jobs')).rows,
        (waiting) => waiting.length === 0,
      )
    }
    await until(
      async () => smtp.mails.filter(({ to }) => to === here.session.email).length,
      (mails) => mails > 0,
    )
    await restored.close()
    await smtp.close()
    expect(restored.log.filter((line) => /"level":(?:50|60)/.test(line))).toEqual([])
  })

  it('is refused, and leaves no file, while a server is away or goes away', async () => {
    const file = folder.newFile()
    await proxy.leave()
    await expect(backUp(db, file, options)).rejects.toThrow(
      /^The server of second does not respond: .* A backup needs every server; nothing was written\.$/,
    )
    expect(existsSync(file)).toBe(false)
    await proxy.comeBack()
    const blocking = await second.pool.connect()
    await blocking.query('begin')
    await blocking.query('lock table releases in access exclusive mode')
    const made = backUp(db, file, options).then(
      () => 'made',
      (error: Error) => error.message,
    )
    await until(
      async () =>
        (await blocking.query(`select from pg_locks l where not l.granted and l.relation = 'releases'::regclass`))
          .rowCount,
      (waiting) => waiting === 1,
    )
    expect(existsSync(file)).toBe(true)
    await proxy.leave()
    expect(await made).toMatch(/^The server of second does not respond: /)
    await blocking.query('rollback')
    blocking.release()
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
    await proxy.comeBack()
  })

  it('is refused if the settings do not name a bucket of the directory', async () => {
    const alone = openDatabase({ connection: server.database.connection, connections: 2 })
    await expect(backUp(alone, folder.newFile(), options)).rejects.toThrow('BUGLE_BUCKETS does not name second')
    await alone.end()
  })

  it('takes its snapshots again if a project moved between them', async () => {
    const [here] = await newPair()
    const accounts = server.database.pool
    const move = (bucket: string) =>
      accounts.query('update projects set bucket = $1 where id = $2', [bucket, numberOf(here)])
    const holding = await startHoldingProxy(second.connection, 'repeatable read')
    const held = openAll(server.database.connection, { second: holding.connection })
    const taken = withSnapshots(held, async ([, main]) => {
      const { rows } = await main!.client.query('select bucket from projects where id = $1', [numberOf(here)])
      return rows[0].bucket
    })
    await holding.held
    await move('second')
    holding.release()
    expect(await taken).toBe('second')
    expect(holding.seen()).toBe(2)
    await move('main')
    await holding.close()
  })
})

it('a database with events of other projects does not become a bucket', async () => {
  const accounts = await createTestDatabase({ connections: 2 })
  const places = { second: second.connection }
  const other = openDatabase({ connection: accounts.connection, connections: 2, buckets: places })
  await expect(addBucket(other, 'second', { places, print: silent })).rejects.toThrow(
    /^The database of second holds events of \d+ projects, of another installation or from before a restore\./,
  )
  await other.end()
  await accounts.drop()
})
