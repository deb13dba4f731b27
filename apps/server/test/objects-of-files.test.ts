import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PersonRequest } from '@bugle/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { backUp } from '../src/admin/backup/back-up.ts'
import { checkArchive, restore } from '../src/admin/backup/restore.ts'
import { moveObjects } from '../src/admin/objects.ts'
import { evictArtifacts } from '../src/domains/artifacts/index.ts'
import { createTitleRefresher } from '../src/domains/events/index.ts'
import { inRows, ObjectPayloads } from '../src/domains/objects/index.ts'
import { findAttachment, findScreenshot, measureDisk } from '../src/domains/storage/index.ts'
import { isApart } from './apart-templates.ts'
import { maintain } from './maintain.ts'
import { MemoryObjectStore } from './memory-object-store.ts'
import { digested, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'
import { uploadInChunks } from './upload-chunks.ts'

const store = new MemoryObjectStore()
let now = 0
const newObjects = (isWritten = true) => new ObjectPayloads(store, { isWritten, now: () => (now += 1e6) })
const objects = newObjects()
// The server itself reads from the store alone: what goes there, and when, is up to the tests.
const server = await startServer({ digest: true, objects: newObjects(false) })
const { pool, ofServer } = server.database
const directory = mkdtempSync(join(tmpdir(), 'bugle-files-'))
afterAll(() => rmSync(directory, { recursive: true }))
afterEach(() => store.comeBack())

const person = 'u-1'
const packAll = (how = objects) => maintain(pool, { packAfterMs: -1000, objects: how })
const following = ['screenshots', 'attachments', 'artifact_originals', 'person_exports']
const keysOf = (app: Reporter, tables = following) =>
  [...store.objects.keys()].filter((key) => tables.some((table) => key.includes(`/${table}/${numberOf(app)}/`)))
const tablesIn = (app: Reporter) => [...new Set(keysOf(app).map((key) => key.split('/')[2]!))].sort()
/** Bytes of a project in the rows of these tables. */
const bytesInRows = async (app: Reporter): Promise<Record<string, number>> =>
  (
    await pool.query(
      `select (select coalesce(sum(octet_length(data)), 0)::int4 from screenshots where project_id = $1) as screenshots,
              (select coalesce(sum(octet_length(data)), 0)::int4 from attachments where project_id = $1) as attachments,
              (select coalesce(sum(octet_length(bytes)), 0)::int4 from artifact_originals where project_id = $1) as artifact_originals,
              (select coalesce(sum(octet_length(data)), 0)::int4 from person_exports where project_id = $1) as person_exports`,
      [numberOf(app)],
    )
  ).rows[0]
const inStore = { screenshots: 0, attachments: 0, artifact_originals: 0, person_exports: 0 }

/** A map that hardly shrinks. */
function newMap(): string {
  const noise = Array.from({ length: 400 }, () => randomBytes(32).toString('base64'))
  return JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: [noise.join('\n')], mappings: 'AAAA' })
}

const attach = (app: Reporter, eventId: string, data: Buffer, name = 'core.bin') => {
  const query = new URLSearchParams({ app_id: 'com.example.shop', event_id: eventId, name })
  return server.raw('POST', `/ingest/attachments?${query}`, {
    rawBody: new Uint8Array(data),
    headers: { 'x-service-token': app.token, 'content-type': 'application/json' },
  })
}

/** An event with a screenshot and a file, a map, and an export of the person; none of them packed or moved. */
async function withFiles(app: Reporter) {
  const picture = Buffer.concat([jpeg, randomBytes(300_000)])
  const file = Buffer.concat([jpeg, randomBytes(20_000)])
  const { event_id, issue_id } = await app.report({ user: { id: person }, screenshot: picture.toString('base64') })
  await digested(server)
  expect((await attach(app, event_id, file)).status).toBe(202)
  const map = newMap()
  const uploaded = await uploadInChunks(app, [{ name: 'a.js.map', text: map }])
  const artifactId = uploaded.files[0]!.artifact_id!
  const path = `/api/projects/${app.project.id}/people/${person}` as const
  const exported = await until(
    async () => (await app.session.request('GET', path)).body.export as PersonRequest,
    ({ status }) => status === 'done',
  )
  const get = async (url: string) => {
    const response = await fetch(`${server.url}${url}`, { headers: { authorization: `Bearer ${app.session.token}` } })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const read = async () => ({
    screenshot: await get(`/api/events/${event_id}/screenshot`),
    attachment: await get(`/api/events/${event_id}/attachments/0`),
    original: await get(`/api/projects/${app.project.id}/artifacts/${artifactId}/original`),
    export: await get(exported.download_url!),
    raw: { status: 200, bytes: await app.readRaw(event_id) },
    list: { status: 200, bytes: (await app.readEvent(event_id)).attachments },
  })
  return { event_id, issue_id, picture, file, map, artifactId, path, read }
}

describe('files', () => {
  it('follow their event into the store, and are read byte for byte', async () => {
    const app = await newReporter(server)
    const { picture, file, map, read } = await withFiles(app)
    const before = await read()
    expect([before.screenshot.bytes, before.attachment.bytes]).toEqual([picture, file])
    expect([before.attachment.type, before.original.bytes.toString()]).toEqual(['image/jpeg', map])
    await packAll()
    await maintain(pool, { objects })
    expect(await bytesInRows(app)).toEqual(inStore)
    expect(tablesIn(app)).toEqual([...following].sort())
    expect(await read()).toEqual(before)
  })

  it('stay in the database until their event is packed, and without a store', async () => {
    const app = await newReporter(server)
    const { read } = await withFiles(app)
    const before = await read()
    await maintain(pool, { objects })
    expect(tablesIn(app)).not.toContain('screenshots')
    expect(tablesIn(app)).not.toContain('attachments')
    const other = await newReporter(server)
    await withFiles(other)
    const rows = await bytesInRows(other)
    await packAll(newObjects(false))
    expect(await bytesInRows(other)).toMatchObject({ screenshots: rows.screenshots, attachments: rows.attachments })
    expect(await read()).toEqual(before)
  })

  it('that are small stay in their rows', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report({ screenshot: jpeg.toString('base64') })
    await attach(app, event_id, Buffer.from('small'))
    await packAll()
    await maintain(pool, { objects })
    expect(keysOf(app)).toEqual([])
  })

  it('wait in the database while the store is away; events, files and uploads are accepted', async () => {
    const app = await newReporter(server)
    store.before = (method) => {
      if (method === 'put') throw new Error('nothing may be put now')
    }
    const { read } = await withFiles(app)
    const before = await read()
    await packAll().catch(() => {})
    expect(await read()).toEqual(before)
    expect(keysOf(app)).toEqual([])
    store.comeBack()
    await packAll()
    await maintain(pool, { objects })
    expect(await bytesInRows(app)).toEqual(inStore)
    store.leave()
    const after = await read().catch(() => undefined)
    expect(after).toBeUndefined()
    store.comeBack()
    expect(await read()).toEqual(before)
  })

  it('are known again when they are sent again', async () => {
    const app = await newReporter(server)
    const { event_id, file } = await withFiles(app)
    await packAll()
    await maintain(pool, { objects })
    await attach(app, event_id, file)
    await attach(app, event_id, Buffer.concat([file, file]))
    const { attachments } = await app.readEvent(event_id)
    expect(attachments).toMatchObject([{ bytes: file.length }, { bytes: 2 * file.length }])
  })

  it('whose put fails half way are put again, and what it left is swept', async () => {
    const app = await newReporter(server)
    const { read } = await withFiles(app)
    const before = await read()
    await packAll(newObjects(false))
    let puts = 0
    store.before = (method, key) => {
      if (method === 'put' && key?.includes('/screenshots/') && ++puts > 1) throw new Error('it failed')
    }
    await expect(maintain(pool, { objects })).rejects.toThrow('it failed')
    store.comeBack()
    expect(await read()).toEqual(before)
    await maintain(pool, { objects })
    expect(await read()).toEqual(before)
    for (const object of store.objects.values()) object.storedAt -= 90_000_000
    await maintain(pool, { objects: newObjects() })
    const { rows } = await pool.query('select object from screenshots where project_id = $1', [numberOf(app)])
    expect(
      keysOf(app, ['screenshots'])
        .map((key) => key.slice(-36))
        .sort(),
    ).toEqual(rows.map((row) => row.object).sort())
    expect(await read()).toEqual(before)
  })

  it('move back into their rows, and there again', async () => {
    const app = await newReporter(server)
    const { read } = await withFiles(app)
    const before = await read()
    const rows = await bytesInRows(app)
    await packAll()
    const move = (to: 'store' | 'database', how: ObjectPayloads) =>
      moveObjects(ofServer, to, { objects: how, isDryRun: false, print: () => {} })
    await move('store', newObjects())
    expect(await bytesInRows(app)).toEqual(inStore)
    await move('database', newObjects(false))
    expect(await bytesInRows(app)).toEqual(rows)
    expect(await read()).toEqual(before)
    await maintain(pool, { objects: newObjects(false) })
    expect(keysOf(app)).toEqual([])
    await move('store', newObjects())
    expect(await read()).toEqual(before)
  })
})

describe('objects of files', () => {
  const settled = async (app: Reporter) => {
    const made = await withFiles(app)
    await packAll()
    await maintain(pool, { objects })
    expect(tablesIn(app)).toEqual([...following].sort())
    return made
  }
  const gone = (app: Reporter, tables: string[]) =>
    until(
      async () => (await maintain(pool, { objects })) && keysOf(app, tables),
      (keys) => keys.length === 0,
    )

  it('are deleted with their issue', async () => {
    const app = await newReporter(server)
    const { issue_id } = await settled(app)
    await app.session.request('DELETE', `/api/issues/${issue_id}`)
    await gone(app, ['screenshots', 'attachments'])
  })

  it('are deleted with their person, exports as well', async () => {
    const app = await newReporter(server)
    const { path } = await settled(app)
    await app.session.request('DELETE', path)
    await gone(app, ['screenshots', 'attachments', 'person_exports'])
    expect(tablesIn(app)).toEqual(['artifact_originals'])
  })

  it('are deleted with their project', async () => {
    const app = await newReporter(server)
    await settled(app)
    await pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [numberOf(app)])
    await gone(app, [...following, 'packs'])
  })

  it('are deleted with their artifact, and when it is evicted', async () => {
    const app = await newReporter(server)
    const { artifactId } = await settled(app)
    await app.session.request('DELETE', `/api/projects/${app.project.id}/artifacts/${artifactId}`)
    await gone(app, ['artifact_originals'])
    const other = await newReporter(server)
    await settled(other)
    const client = await pool.connect()
    await evictArtifacts(client, { maxBytes: 1, keepsAccounts: true }).finally(() => client.release())
    await gone(other, ['artifact_originals'])
    const { rows } = await pool.query('select min(stored_bytes)::int4 as bytes from artifact_contents')
    expect(rows[0].bytes).toBeGreaterThanOrEqual(0)
  })

  it('of an export are deleted after a day', async () => {
    const app = await newReporter(server)
    await settled(app)
    await pool.query(`update person_requests set finished_at = now() - interval '25 hours' where project_id = $1`, [
      numberOf(app),
    ])
    await gone(app, ['person_exports'])
  })

  it('leave with their event by the retention, and by the budget of the store', async () => {
    const app = await newReporter(server)
    const { event_id } = await settled(app)
    // The first and the latest event of a group stay.
    await app.report({ user: { id: person } })
    await digested(server)
    const { uses, usedBytes } = await measureDisk(pool)
    const own = uses.objects.find(({ owner }) => owner === numberOf(app))!.bytes
    expect(own).toBeGreaterThan(320_000)
    expect(usedBytes).toBeLessThan(
      (await pool.query('select pg_database_size(current_database())::int8 as n')).rows[0].n + 1,
    )
    await maintain(pool, { objects, objectBytes: 1000 })
    await gone(app, ['screenshots', 'attachments'])
    expect((await app.session.request('GET', `/api/events/${event_id}/screenshot`)).status).toBe(404)
    const other = await newReporter(server)
    await settled(other)
    await maintain(pool, { objects, retentionMs: -1000 })
    await gone(other, ['screenshots', 'attachments'])
  })

  it('of originals and exports count where they are evicted, and not on the disk', async () => {
    const app = await newReporter(server)
    await withFiles(app)
    const before = await measureDisk(pool)
    const use = ({ uses }: typeof before, budget: 'artifacts' | 'objects') =>
      uses[budget].find(({ owner }) => owner === numberOf(app))?.bytes ?? 0
    await packAll()
    await maintain(pool, { objects })
    const after = await measureDisk(pool)
    expect(use(after, 'artifacts')).toBe(use(before, 'artifacts'))
    expect(use(after, 'objects')).toBeGreaterThan(320_000)
    const { rows } = await pool.query(
      'select sum(object_bytes)::int4 as bytes from artifact_originals where project_id = $1',
      [numberOf(app)],
    )
    expect(rows[0].bytes).toBeGreaterThan(4096)
    const live = (measured: typeof before) =>
      measured.usedBytes -
      Object.entries(measured.uses)
        .flatMap(([name, uses]) => (name === 'objects' ? [] : uses))
        .reduce((sum, { bytes }) => sum + bytes, 0)
    // Counted in a budget, and not on the disk.
    expect(live(after)).toBeLessThan(live(before))
  })

  it('that are lost are not found, and a damaged original is no shorter one', async () => {
    const app = await newReporter(server)
    const { event_id, artifactId } = await settled(app)
    for (const key of keysOf(app)) store.objects.delete(key)
    for (const path of ['screenshot', 'attachments/0'] as const)
      expect((await app.session.raw('GET', `/api/events/${event_id}/${path}`)).status).toBe(404)
    const path = `/api/projects/${app.project.id}/artifacts/${artifactId}/original`
    const headers = { authorization: `Bearer ${app.session.token}` }
    const download = fetch(`${server.url}${path}`, { headers }).then(async (response) => {
      if (!response.ok) throw new Error(`${response.status}`)
      return response.text()
    })
    await expect(download).rejects.toThrow()
    expect((await app.readEvent(event_id)).message).toBe('boom')
  })
})

// Not apart: there, tables of the other side have no columns. bucket-backup.test.ts backs up several servers.
it.skipIf(isApart()).each(['database', 'store'] as const)(
  'a backup has all files, and is restored into the %s',
  async (into) => {
    const app = await newReporter(server)
    const { event_id, picture, file, map } = await withFiles(app)
    await packAll()
    await maintain(pool, { objects })
    expect(await bytesInRows(app)).toEqual(inStore)
    const path = join(directory, `${into}.backup`)
    const secret = { text: 'the secret of this installation, made by it', isOurs: true }
    const print = () => {}
    await backUp(ofServer, path, {
      version: 'test',
      now: new Date(),
      secret,
      withoutSecret: false,
      objects: newObjects(),
      print,
    })
    const other = new MemoryObjectStore()
    const target = into === 'store' ? new ObjectPayloads(other, { isWritten: true }) : inRows
    const database = await createTestDatabase({ connections: 2 })
    try {
      const how = {
        replace: true,
        isDryRun: false,
        keepSessions: true,
        installSecret: async () => {},
        objects: target,
        print,
      }
      await restore(database.ofServer, await checkArchive(path, print), how)
      const { rows } = await database.pool.query(
        `select event_id as "eventId", segment_id as "segmentId", project_id as "projectId" from screenshots
        where project_id = $1 limit 1`,
        [numberOf(app)],
      )
      const source = { db: database.pool, objects: target }
      expect(await findScreenshot(source, rows[0])).toEqual(picture)
      expect(await findAttachment(source, rows[0], 0)).toMatchObject({
        data: file,
        bytes: file.length,
        head: file.subarray(0, 16),
      })
      const known = await database.pool.query(
        'select coalesce(sha256, sha256(data)) as hash from attachments where project_id = $1',
        [numberOf(app)],
      )
      expect(known.rows[0].hash).toEqual(createHash('sha256').update(file).digest())
      const tables = new Set([...other.objects.keys()].map((key) => key.split('/')[2]))
      for (const table of following) expect(tables.has(table)).toBe(into === 'store')
      if (into === 'database') {
        const { rows: parts } = await database.pool.query(
          'select bytes from artifact_originals where project_id = $1 order by part',
          [numberOf(app)],
        )
        expect(gunzipSync(Buffer.concat(parts.map(({ bytes }) => bytes))).toString()).toBe(map)
      }
      expect(event_id).toMatch(/^evt_/)
    } finally {
      await database.drop()
    }
  },
)

/** Holds requests to the store, from the first one that is asked, until it is released. */
function holdStore(isHeld: (method: string, key?: string) => boolean): { asked: Promise<void>; release(): void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = new Promise<void>((resolve) => {
    store.before = (method, key) => {
      if (!isHeld(method, key)) return
      resolve()
      return released
    }
  })
  return { asked, release }
}

it('a title waits for the store without a lock, so that a merge and digest go on', async () => {
  const app = await newReporter(server)
  const pad = () => ({ extra: { pad: randomBytes(6000).toString('base64') } })
  const one = await app.report({ exception_type: 'One', ...pad() })
  const two = await app.report({ exception_type: 'Two', ...pad() })
  await digested(server)
  await packAll()
  const held = holdStore((method) => method === 'get')
  const titles = createTitleRefresher({
    db: pool,
    objects: newObjects(),
    paceMs: 0,
    onFailed: () => {},
    onUnreadable: () => {},
  })
  const { rows } = await pool.query<{ issueId: string }>(
    'select issue_id as "issueId" from issues where project_id = $1',
    [numberOf(app)],
  )
  const refreshed = titles.refreshNow(rows.map((row) => ({ projectId: numberOf(app), ...row })))
  await held.asked
  // The lock of a merge, and a digest behind it.
  const { rows: locks } = await pool.query('select pg_try_advisory_xact_lock(7221, 4) as got')
  expect(locks).toEqual([{ got: true }])
  store.comeBack()
  held.release()
  await refreshed
  await titles.stop()
  expect((await app.readIssue(one.issue_id)).type).toBe('One')
  expect((await app.readIssue(two.issue_id)).type).toBe('Two')
})

it('an eviction waits for the store before it locks rows, so that digest goes on', async () => {
  const app = await newReporter(server)
  const event_id = uuidv7()
  const again = { event_id, exception_type: 'Again' }
  await app.report({ exception_type: 'Again' })
  await app.report(again)
  await app.report({ exception_type: 'Again' })
  // First events of groups stay, and do not fit into a row.
  for (let n = 0; n < 40; n++)
    await app.report({ exception_type: `Kind${n}`, message: randomBytes(400).toString('base64') })
  await digested(server)
  await packAll()
  const held = holdStore((method, key) => method === 'put' && key?.includes(`/packs/${numberOf(app)}/`) === true)
  const evicted = maintain(pool, { objects, retentionMs: -1000 })
  await held.asked
  await app.report(again)
  await digested(server)
  store.comeBack()
  held.release()
  await evicted
  const { rows } = await pool.query('select count(*)::int4 as events from events where project_id = $1', [
    numberOf(app),
  ])
  expect(rows[0].events).toBe(42)
})
