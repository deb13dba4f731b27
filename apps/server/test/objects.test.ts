import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../src/admin/backup/back-up.ts'
import { checkArchive, restore } from '../src/admin/backup/restore.ts'
import { runChecks } from '../src/admin/doctor/run-checks.ts'
import { moveObjects, showObjects } from '../src/admin/objects.ts'
import { OperatorError } from '../src/admin/operator-error.ts'
import { readConfig } from '../src/config.ts'
import { inRows, ObjectPayloads } from '../src/domains/objects/index.ts'
import { measureDisk, readRaw } from '../src/domains/storage/index.ts'
import { objectStoreContract } from '../src/ports/object-store.contract.ts'
import { ObjectStoreUnavailable } from '../src/ports/object-store.ts'
import { sealerOf } from '../src/wiring/from-config.ts'
import { isApart } from './apart-templates.ts'
import { maintain } from './maintain.ts'
import { MemoryObjectStore } from './memory-object-store.ts'
import { digested, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'

objectStoreContract('in memory', async () => new MemoryObjectStore())

const store = new MemoryObjectStore()
/** Objects whose clock is far ahead after each failure, so that the store is asked again at once. */
let now = 0
const newObjects = (isWritten = true) => new ObjectPayloads(store, { isWritten, now: () => (now += 1e6) })
const objects = newObjects()
const server = await startServer({ digest: true, objects })
const { pool, ofServer } = server.database
const directory = mkdtempSync(join(tmpdir(), 'bugle-objects-'))
afterAll(() => rmSync(directory, { recursive: true }))
afterEach(() => store.comeBack())
beforeEach(async () => {
  await maintain(pool, { objects })
})

const packAll = async (how = objects) => {
  await digested(server)
  return maintain(pool, { packAfterMs: -1000, objects: how })
}
/** An event whose bytes do not compress, so that its pack is larger than what stays in rows. */
const large = (change: Record<string, unknown> = {}) => ({
  extra: { pad: randomBytes(6000).toString('base64') },
  ...change,
})
const keysOf = (app: Reporter) => [...store.objects.keys()].filter((key) => key.includes(`/packs/${numberOf(app)}/`))
const rowsOf = async (app: Reporter) =>
  (
    await pool.query<{ inRow: number; object: string | null; stored: number; objectBytes: number }>(
      `select octet_length(p.payload) as "inRow", p.object, p.stored_bytes - octet_length(p.directory) as stored,
              p.object_bytes as "objectBytes" from packs p where p.project_id = $1 order by p.id`,
      [numberOf(app)],
    )
  ).rows
const reportLarge = async (app: Reporter, count: number, change: Record<string, unknown> = {}) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await app.report(large(change))).event_id)
  return ids
}
const rawsOf = async (app: Reporter, ids: readonly string[]) => Promise.all(ids.map((id) => app.readRaw(id)))

describe('packing into a store', () => {
  it('keeps every event byte for byte, and no payload in a row', async () => {
    const app = await newReporter(server)
    const ids = await reportLarge(app, 6)
    const raws = await rawsOf(app, ids)
    await packAll()
    const rows = await rowsOf(app)
    expect(rows.map(({ inRow, stored }) => [inRow, stored])).toEqual(rows.map(() => [0, 0]))
    expect(
      keysOf(app)
        .map((key) => key.slice(-36))
        .sort(),
    ).toEqual(rows.map(({ object }) => object).sort())
    for (const { object, objectBytes } of rows)
      expect(store.objects.get(keysOf(app).find((key) => key.endsWith(object!))!)!.bytes.length).toBe(objectBytes)
    expect(await rawsOf(app, ids)).toEqual(raws)
  })

  it('leaves small payloads in their rows', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report()
    await packAll()
    expect(await rowsOf(app)).toMatchObject([{ object: null, objectBytes: 0 }])
    expect(keysOf(app)).toEqual([])
    expect((await app.readEvent(event_id)).message).toBe('boom')
  })

  it('waits while the store is away, and loses nothing; events are accepted and read', async () => {
    const app = await newReporter(server)
    const ids = await reportLarge(app, 3)
    await digested(server)
    store.leave()
    await expect(packAll()).rejects.toThrow('is away')
    ids.push(...(await reportLarge(app, 1)))
    const raws = await rawsOf(app, ids)
    expect(await rowsOf(app)).toEqual([])
    store.comeBack()
    await packAll()
    expect((await rowsOf(app)).length).toBeGreaterThan(0)
    expect(await rawsOf(app, ids)).toEqual(raws)
  })

  it.each([1, 2])(
    'that fails at put %i is repeated, and leaves orphans that a sweep removes after a day',
    async (at) => {
      const app = await newReporter(server)
      const ids = [...(await reportLarge(app, 30)), ...(await reportLarge(app, 30, { fingerprint: ['other'] }))]
      const raws = await rawsOf(app, ids)
      let puts = 0
      store.before = (method) => {
        if (method === 'put' && ++puts === at) throw new ObjectStoreUnavailable('it failed')
      }
      const failed = await packAll().catch((error: unknown) => error)
      expect([puts >= at, failed instanceof Error]).toEqual([true, true])
      store.comeBack()
      await packAll()
      expect(await rawsOf(app, ids)).toEqual(raws)
      const named = (await rowsOf(app)).length
      await maintain(pool, { objects: newObjects() })
      expect(keysOf(app).length).toBeGreaterThanOrEqual(named)
      for (const object of store.objects.values()) object.storedAt -= 90_000_000
      await maintain(pool, { objects: newObjects() })
      expect(keysOf(app)).toHaveLength(named)
      expect(await rawsOf(app, ids)).toEqual(raws)
    },
  )
})

describe('reading', () => {
  it('gets 503 while the store is away, and other reads go on', async () => {
    const app = await newReporter(server)
    const { event_id, issue_id } = await app.report(large())
    await packAll()
    store.leave()
    const response = await app.session.request('GET', `/api/events/${event_id}`)
    expect([response.status, response.code]).toEqual([503, 'unavailable'])
    expect((await app.readIssue(issue_id)).count).toBe(1)
    store.comeBack()
    expect((await app.readEvent(event_id)).message).toBe('boom')
  })

  it('says that the payload is damaged where its object is lost', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report(large())
    await packAll()
    for (const key of keysOf(app)) store.objects.delete(key)
    expect(await app.readEvent(event_id)).toMatchObject({ payload: 'damaged' })
  })

  it('follows a pack that is rewritten between its row and its object', async () => {
    const app = await newReporter(server)
    const [id] = (await reportLarge(app, 1)) as [string]
    const raw = await app.readRaw(id)
    await packAll()
    const { rows } = await pool.query(
      `select event_id as "eventId", segment_id as "segmentId", position, flags from events where project_id = $1`,
      [numberOf(app)],
    )
    let gets = 0
    // Titles read too, as soon as the server comes to it.
    const ofReader = new MemoryObjectStore(store.objects)
    ofReader.before = (method) => {
      if (method !== 'get' || ++gets > 1) return
      // As a rewrite does, and the deletion of the former object.
      const [key] = keysOf(app) as [string]
      const object = crypto.randomUUID()
      store.objects.set(key.replace(/[^/]+$/, object), store.objects.get(key)!)
      store.objects.delete(key)
      moved = pool.query('update packs set object = $2 where project_id = $1', [numberOf(app), object])
    }
    let moved: Promise<unknown> = Promise.resolve()
    const query = (async (...args: Parameters<typeof pool.query>) => {
      await moved
      return pool.query(...args)
    }) as unknown as typeof pool.query
    const read = await readRaw(
      { db: { query }, objects: new ObjectPayloads(ofReader, { isWritten: false }) },
      { projectId: numberOf(app), ...rows[0] },
    )
    expect([read?.equals(raw), gets]).toEqual([true, 2])
  })
})

describe('what removes events', () => {
  it('deletes the objects of an issue that is deleted, and rewrites those of others', async () => {
    const app = await newReporter(server)
    const staying = await reportLarge(app, 2)
    const going = await app.report(large({ exception_type: 'Going' }))
    const raws = await rawsOf(app, staying)
    await packAll()
    const before = keysOf(app)
    await app.session.request('DELETE', `/api/issues/${going.issue_id}`)
    await until(
      async () => (await maintain(pool, { objects })) && keysOf(app).some((key) => before.includes(key)),
      (is) => !is,
    )
    expect(keysOf(app)).toHaveLength(1)
    expect(await rawsOf(app, staying)).toEqual(raws)
    expect(store.objects.get(keysOf(app)[0]!)!.bytes.length).toBe((await rowsOf(app))[0]!.objectBytes)
  })

  it('erases a person from the store', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report(large({ user: { id: 'u-1' } }))
    const other = await app.report(large({ user: { id: 'u-2' } }))
    const raw = await app.readRaw(other.event_id)
    await packAll()
    const before = keysOf(app)
    await app.session.request('DELETE', `/api/projects/${app.project.id}/people/u-1`)
    await until(
      async () => (await maintain(pool, { objects })) && keysOf(app).some((key) => before.includes(key)),
      (is) => !is,
    )
    expect((await app.session.request('GET', `/api/events/${event_id}`)).status).toBe(404)
    expect(await app.readRaw(other.event_id)).toEqual(raw)
    expect(keysOf(app)).toHaveLength(1)
  })

  it('deletes the objects of a project that is deleted', async () => {
    const app = await newReporter(server)
    await reportLarge(app, 3)
    await packAll()
    expect(keysOf(app).length).toBeGreaterThan(0)
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [numberOf(app)])
    await until(
      async () => (await maintain(pool, { objects })) && keysOf(app).length,
      (count) => count === 0,
    )
    expect(keysOf(app)).toEqual([])
  })

  it('evicts what is older than the retention, and deletes its object later if the store is away', async () => {
    const app = await newReporter(server)
    const ids = await reportLarge(app, 5)
    await packAll()
    const before = keysOf(app)
    store.before = (method) => {
      if (method === 'delete') throw new ObjectStoreUnavailable('away')
    }
    await expect(maintain(pool, { retentionMs: -1000, objects })).rejects.toThrow(ObjectStoreUnavailable)
    expect(keysOf(app)).toEqual(expect.arrayContaining(before))
    store.comeBack()
    await maintain(pool, { objects })
    for (const key of before) expect(keysOf(app)).not.toContain(key)
    const statuses = await Promise.all(
      ids.map(async (id) => (await app.session.request('GET', `/api/events/${id}`)).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  })

  it('counts objects apart from the disk, and evicts the oldest beyond their budget alone', async () => {
    const app = await newReporter(server)
    const ids = await reportLarge(app, 60)
    await packAll()
    const bytes = (await rowsOf(app)).reduce((sum, { objectBytes }) => sum + objectBytes, 0)
    const { uses, usedBytes } = await measureDisk(pool)
    expect(uses.objects.find(({ owner }) => owner === numberOf(app))?.bytes).toBe(bytes)
    const events = uses.events.find(({ owner }) => owner === numberOf(app))!.bytes
    expect(events).toBeLessThan(bytes)
    expect(usedBytes).toBeLessThan(
      (await pool.query('select pg_database_size(current_database())::int8 as n')).rows[0].n + 1,
    )
    await maintain(pool, { objects, objectBytes: bytes / 2 })
    const left = (await measureDisk(pool)).uses.objects.reduce((sum, one) => sum + one.bytes, 0)
    expect(left).toBeLessThanOrEqual(0.85 * (bytes / 2) + 1)
    const states = await Promise.all(
      ids.map(async (id) => (await app.session.request('GET', `/api/events/${id}`)).status),
    )
    expect(states.at(-1)).toBe(200)
    expect(states.filter((status) => status === 404).length).toBeGreaterThan(0)
  })

  it('deletes no object while a backup may read it', async () => {
    const app = await newReporter(server)
    await reportLarge(app, 2)
    await packAll()
    const before = keysOf(app)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock_shared(7221, 9)')
    await pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [numberOf(app)])
    await maintain(pool, { objects })
    expect(await rowsOf(app)).toEqual([])
    expect(keysOf(app)).toEqual(before)
    await holder.query('select pg_advisory_unlock_shared(7221, 9)')
    holder.release()
    await maintain(pool, { objects })
    expect(keysOf(app)).toEqual([])
  })
})

describe('moving', () => {
  const lines: string[] = []
  const move = (to: 'store' | 'database', how: ObjectPayloads, isDryRun = false) =>
    moveObjects(ofServer, to, { objects: how, isDryRun, print: (line) => lines.push(line) })

  it('goes there and back, in steps of which each may fail, and the events stay byte for byte', async () => {
    const app = await newReporter(server)
    const ids = [...(await reportLarge(app, 24)), ...(await reportLarge(app, 24, { fingerprint: ['other'] }))]
    const raws = await rawsOf(app, ids)
    await packAll(inRows)
    const packs = (await rowsOf(app)).length
    expect([packs > 1, keysOf(app)]).toEqual([true, []])
    let puts = 0
    store.before = (method) => {
      if (method === 'put' && ++puts > 1) throw new ObjectStoreUnavailable('it failed')
    }
    await expect(move('store', newObjects())).rejects.toThrow(OperatorError)
    expect(await rawsOf(app, ids)).toEqual(raws)
    store.comeBack()
    await move('store', newObjects())
    expect((await rowsOf(app)).map(({ inRow, object }) => inRow === 0 && object !== null)).toEqual(
      Array(packs).fill(true),
    )
    expect(await rawsOf(app, ids)).toEqual(raws)

    let gets = 0
    store.before = (method) => {
      if (method === 'get' && ++gets > 1) throw new ObjectStoreUnavailable('it failed')
    }
    await expect(move('database', newObjects(false))).rejects.toThrow('Run the command again')
    store.comeBack()
    await move('database', newObjects(false))
    const rows = await rowsOf(app)
    expect(rows.map(({ inRow, stored, object }) => inRow > 0 && stored === inRow && object === null)).toEqual(
      Array(packs).fill(true),
    )
    expect(await rawsOf(app, ids)).toEqual(raws)
    await maintain(pool, { objects })
    for (const object of store.objects.values()) object.storedAt -= 90_000_000
    await maintain(pool, { objects: newObjects() })
    expect(keysOf(app)).toEqual([])
    expect(await rawsOf(app, ids)).toEqual(raws)
  })

  it('moves again after another erased part of a pack meanwhile', async () => {
    const app = await newReporter(server)
    const staying = await reportLarge(app, 2)
    const going = await app.report(large({ exception_type: 'Going' }))
    const raws = await rawsOf(app, staying)
    await packAll(inRows)
    await move('store', newObjects())
    await app.session.request('DELETE', `/api/issues/${going.issue_id}`)
    const before = keysOf(app)
    await until(
      async () =>
        (await maintain(pool, { objects: newObjects(false) })) && keysOf(app).some((key) => before.includes(key)),
      (is) => !is,
    )
    expect(keysOf(app)).toEqual([])
    expect(await rawsOf(app, staying)).toEqual(raws)
  })

  it('is refused where the settings contradict it, and shows what it would do', async () => {
    await expect(move('store', inRows)).rejects.toThrow('names no object store')
    await expect(move('store', newObjects(false))).rejects.toThrow('write=off')
    await expect(move('database', newObjects())).rejects.toThrow('write=off')
    await move('store', newObjects(), true)
    expect(lines.at(-1)).toContain('would be moved')
    await showObjects(ofServer, (line) => lines.push(line))
    expect(lines.some((line) => line.startsWith('In the object store: '))).toBe(true)
  })
})

// Not apart: there, tables of the other side have no columns. bucket-backup.test.ts backs up several servers.
describe.skipIf(isApart())('a backup', () => {
  const silent = () => {}
  const secret = { text: 'the secret of this installation, made by it', isOurs: true }
  const backUpNow = async (name: string, how: ObjectPayloads) => {
    const file = join(directory, name)
    await backUp(ofServer, file, {
      version: 'test',
      now: new Date(),
      secret,
      withoutSecret: false,
      objects: how,
      print: silent,
    })
    return file
  }
  const readAll = async (database: typeof pool, how: ObjectPayloads, app: Reporter) => {
    const { rows } = await database.query(
      `select event_id as "eventId", segment_id as "segmentId", position, flags from events
        where project_id = $1 order by event_id`,
      [numberOf(app)],
    )
    return Promise.all(
      rows.map((event) => readRaw({ db: database, objects: how }, { projectId: numberOf(app), ...event })),
    )
  }

  it.each(['database', 'store'] as const)(
    'is complete without the store, and is restored into the %s',
    async (into) => {
      const app = await newReporter(server)
      await reportLarge(app, 30)
      await packAll()
      const raws = await readAll(pool, objects, app)
      const file = await backUpNow(`${into}.backup`, newObjects())
      const other = new MemoryObjectStore()
      const target = into === 'store' ? new ObjectPayloads(other, { isWritten: true }) : inRows
      const database = await createTestDatabase({ connections: 2 })
      try {
        await restore(database.ofServer, await checkArchive(file, silent), {
          replace: true,
          isDryRun: false,
          keepSessions: true,
          installSecret: async () => {},
          objects: target,
          print: silent,
        })
        expect(await readAll(database.pool, target, app)).toEqual(raws)
        const { rows } = await database.pool.query(
          `select count(*) filter (where object is not null) as objects, count(*) filter (where object is null) as rows,
                bool_and(stored_bytes = octet_length(directory) + octet_length(payload)) as "isCounted"
           from packs where project_id = $1`,
          [numberOf(app)],
        )
        expect(rows).toMatchObject([into === 'store' ? { rows: 0, isCounted: true } : { objects: 0, isCounted: true }])
        expect(other.objects.size > 0).toBe(into === 'store')
      } finally {
        await database.drop()
      }
    },
  )

  it('is not written while the store is away', async () => {
    const app = await newReporter(server)
    await reportLarge(app, 1)
    await packAll()
    const lost = new ObjectPayloads(undefined, { isWritten: false })
    await expect(backUpNow('away.backup', lost)).rejects.toThrow()
  })

  it('that cannot be restored leaves no objects', async () => {
    const app = await newReporter(server)
    await reportLarge(app, 2)
    await packAll()
    const file = await backUpNow('failing.backup', newObjects())
    const other = new MemoryObjectStore()
    const database = await createTestDatabase({ connections: 2 })
    const failing = {
      replace: true,
      isDryRun: false,
      keepSessions: true,
      installSecret: async () => {
        throw new Error('no room')
      },
      objects: new ObjectPayloads(other, { isWritten: true }),
      print: silent,
    }
    await expect(restore(database.ofServer, await checkArchive(file, silent), failing)).rejects.toThrow('no room')
    expect([...other.objects.keys()]).toEqual([])
    await database.drop()
  })
})

describe('the operator', () => {
  const check = async (env: Record<string, string>, how: ObjectPayloads) => {
    const config = readConfig({
      BUGLE_DATA: directory,
      BUGLE_SECRET: 'a secret that all servers of the tests share',
      ...env,
    })
    const checks = await runChecks({
      config,
      version: 'test',
      withDatabase: (work) => work({ db: ofServer, kind: 'external' }),
      sealer: () => sealerOf(config),
      objects: how,
      checkMailServer: async () => {},
      now: () => new Date(),
    })
    return checks.findLast(({ name }) => /\bobjects$/.test(name))
  }
  const env = { BUGLE_OBJECTS: 's3://key:secret@127.0.0.1:1/bucket?tls=off' }

  it('learns from doctor whether the store responds, and what is in it', async () => {
    const app = await newReporter(server)
    await reportLarge(app, 1)
    await packAll()
    expect(await check(env, newObjects())).toMatchObject({ status: 'ok', text: expect.stringContaining('responds; ') })
    store.leave()
    expect(await check(env, newObjects())).toMatchObject({ status: 'fail', text: expect.stringContaining('is away') })
    expect(await check({}, inRows)).toMatchObject({ status: 'fail', text: expect.stringContaining('none is set') })
  })

  it('learns from /readyz and /metrics that the store is away, and the server stays ready', async () => {
    const ready = async () => (await server.request('GET', '/readyz')).body
    expect(await ready()).toMatchObject({ status: 'ready', objects: 'ok' })
    store.leave()
    expect(await ready()).toMatchObject({ status: 'ready', objects: 'unavailable' })
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('bugle_objects_up 0')
  })
})

it('one of several objects is not asked for again and again while the store fails', async () => {
  let time = 0
  const away = new MemoryObjectStore()
  const resting = new ObjectPayloads(away, { isWritten: true, now: () => time })
  let gets = 0
  away.before = () => {
    gets += 1
    throw new ObjectStoreUnavailable('away')
  }
  const row = { projectId: 1, object: crypto.randomUUID(), payload: Buffer.alloc(0) }
  await expect(resting.read(pool, 'packs', row)).rejects.toThrow('away')
  await expect(resting.read(pool, 'packs', row)).rejects.toThrow('a moment ago')
  time = 6000
  await expect(resting.read(pool, 'packs', row)).rejects.toThrow('away')
  expect(gets).toBe(2)
})
