import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { afterEach, describe, expect, it } from 'vitest'
import { bucketNames } from '../src/db/buckets.ts'
import { notify } from '../src/db/listener.ts'
import { withLock } from '../src/db/locks.ts'
import { projectTables as allProjectTables } from '../src/db/table-classes.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { eraseDeletedProjects } from '../src/domains/retention/erase.ts'
import { diskChannel, measureDisk, measureUsed } from '../src/domains/storage/eviction/disk-store.ts'
import { evictOldest } from '../src/domains/storage/eviction/evict.ts'
import { readRaws } from '../src/domains/storage/index.ts'
import { maintain, newMaintenance } from './maintain.ts'
import { anEvent, digested, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { uploadMap } from './upload-map.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

/** Packs everything; -1000 is safely in the future of the database's clock. */
const packAll = async () => {
  await digested(server)
  return maintain(pool, { packAfterMs: -1000 })
}
const count = async (table: string, app: Reporter): Promise<number> =>
  (await pool.query(`select count(*) as n from ${table} where project_id = $1`, [numberOf(app)])).rows[0].n
/** Deletes the project, long enough ago for its erasure. */
const deleteProject = async (app: Reporter) => {
  await app.session.request('DELETE', `/api/projects/${app.project.id}`)
  await pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [numberOf(app)])
}
const isThere = async (app: Reporter) =>
  (await pool.query('select from projects where id = $1', [numberOf(app)])).rowCount === 1
/** Waits until a project is erased, possibly by the server's own maintenance. */
const erased = (app: Reporter) =>
  until(
    async () => (await maintain(pool)) && isThere(app),
    (is) => !is,
  )
const packedEvents = async (app: Reporter): Promise<number> =>
  (
    await pool.query('select coalesce(sum(event_count), 0)::int8 as n from packs where project_id = $1', [
      numberOf(app),
    ])
  ).rows[0].n

describe('packing', () => {
  it('frees the space of segments, later if they are being read', async () => {
    const app = await newReporter(server)
    for (let n = 0; n < 8; n++) await app.report({ extra: { pad: randomBytes(150_000).toString('base64') } })
    await digested(server)
    const sizeOf = async (): Promise<number> =>
      (
        await pool.query(
          `select sum(pg_total_relation_size(relid))::int8 as n from pg_partition_tree('segments') where isleaf`,
        )
      ).rows[0].n
    const reader = await pool.connect()
    await reader.query('begin isolation level repeatable read')
    await reader.query('select count(*) from segments')
    const maintenance = newMaintenance(pool, { packAfterMs: -1000 })
    await maintain(pool, {}, maintenance)
    expect(await sizeOf()).toBeGreaterThan(1_000_000)
    await reader.query('commit')
    reader.release()
    const size = await until(
      async () => (await maintain(pool, {}, maintenance)) && sizeOf(),
      (bytes) => bytes < 800_000,
    )
    expect(size).toBeLessThan(800_000)
  })

  it('keeps every event byte for byte, and nothing else', async () => {
    const apps = [await newReporter(server), await newReporter(server)]
    const gone = await newReporter(server)
    const sent: { app: Reporter; id: string; body: string }[] = []
    for (let round = 0; round < 5; round++)
      await Promise.all(
        [...apps, ...apps, gone].map(async (app, n) => {
          const shot = n === 0 ? { screenshot: jpeg.toString('base64') } : {}
          const body = JSON.stringify(
            anEvent({ message: `${round} of ${n} é`, ...shot, extra: { n: randomBytes(n * 50).toString('hex') } }),
          )
          const { body: answer } = await app.sendRaw(body)
          sent.push({ app, id: (answer as { event_id: string }).event_id, body })
        }),
      )
    // A retry, in a segment of its own, with a screenshot.
    const repeated = { event_id: uuidv7(), message: 'repeated' }
    const { event_id } = await apps[0]!.report(repeated)
    await digested(server)
    await apps[0]!.report({ ...repeated, screenshot: jpeg.toString('base64') })
    await digested(server)
    await deleteProject(gone)
    await erased(gone)
    const alive = sent.filter(({ app }) => app !== gone)
    const check = async () => {
      for (const { app, id, body } of alive) expect((await app.readRaw(id)).toString()).toBe(body)
      expect((await apps[0]!.readEvent(event_id)).message).toBe('repeated')
    }
    // Tags are read from bodies, in segments and packs.
    const { issue_id } = await apps[0]!.report({ fingerprint: ['tagged'], tags: { plan: 'gold' } })
    await apps[0]!.report({ fingerprint: ['tagged'], tags: { plan: 'silver' } })
    await digested(server)
    const gold = async () =>
      (await apps[0]!.session.request('GET', `/api/issues/${issue_id}/events?query=tag.plan:gold`)).body.events.length
    await check()
    expect(await gold()).toBe(1)
    expect((await packAll()).packedEvents).toBe(alive.length + 3)
    await check()
    expect(await gold()).toBe(1)
    expect((await pool.query('select from segments')).rowCount).toBe(0)
    expect(await Promise.all([...apps, gone].map(packedEvents))).toEqual([13, 10, 0])
    const pictures = 'select distinct event_id from screenshots where project_id = any($1)'
    expect((await pool.query(pictures, [apps.map(numberOf)])).rowCount).toBe(5)
  })

  it('hides no event from concurrent readers', async () => {
    const app = await newReporter(server)
    const ids: string[] = []
    for (let round = 0; round < 15; round++) {
      const reports = [1, 2, 3, 4].map((n) => app.report({ message: `${round} ${n}` }))
      ids.push(...(await Promise.all(reports)).map(({ event_id }) => event_id))
    }
    await digested(server)
    let isPacking = true
    let reads = 0
    const reader = async (offset: number) => {
      for (let n = offset; isPacking || n < offset + 20; n++) {
        expect((await app.readRaw(ids[n % ids.length]!)).length).toBeGreaterThan(50)
        reads++
      }
    }
    const readers = [0, 20, 40].map(reader)
    await packAll()
    isPacking = false
    await Promise.all(readers)
    expect([await packedEvents(app), reads >= 60]).toEqual([60, true])
  })

  it('waits for undigested segments', async () => {
    const app = await newReporter(server)
    await app.report()
    await digested(server)
    await pool.query(
      "insert into segment_queue (segment_id, shard, claimed_by, claimed_until) values (0, 0, pg_backend_pid(), now() + interval '1 minute')",
    )
    // The first segment is undigested: none after it may be packed.
    await pool.query(
      'insert into segments (id, shard, event_count, raw_bytes, columns, payload) values (0, 0, 0, 0, $1, $1)',
      ['{}'],
    )
    const blocked = await maintain(pool, { packAfterMs: -1000 })
    await pool.query('delete from segment_queue where segment_id = 0')
    await pool.query('delete from segments where id = 0')
    expect(blocked.packedEvents).toBe(0)
    expect((await packAll()).packedEvents).toBe(1)
  })
})

describe('retention', () => {
  it('keeps the first and the latest event of each issue, and every count', async () => {
    const app = await newReporter(server)
    const base = Date.now() - 3_600_000
    const send = (message: string, n: number) =>
      app.report({ message, timestamp: base + n, screenshot: jpeg.toString('base64'), user: { id: `u${n}` } })
    const bodies = new Map<string, string>()
    const events: Record<string, string[]> = { many: [], two: [], one: [] }
    for (const [message, times] of [
      ['many', 6],
      ['two', 2],
      ['one', 1],
    ] as const)
      for (let n = 0; n < times; n++) {
        const { event_id } = await send(message, n)
        events[message]!.push(event_id)
        await digested(server)
        bodies.set(event_id, (await app.readRaw(event_id)).toString())
      }
    const issues = async () => (await app.session.request('GET', `/api/projects/${app.project.id}/issues`)).body.issues
    const before = await issues()
    await packAll()
    await maintain(pool, { retentionMs: -1000 })
    expect(await issues()).toEqual(before)
    // Permanently kept events have no screenshot.
    const keptOf = async (id: string) => {
      const { $pruned, ...rest } = JSON.parse((await app.readRaw(id)).toString())
      expect($pruned).toEqual(['screenshot'])
      return { ...rest, screenshot: jpeg.toString('base64') }
    }
    const kept = [events.many![0]!, events.many![5]!, ...events.two!, ...events.one!]
    for (const [id, body] of bodies) {
      if (kept.includes(id)) expect(await keptOf(id)).toEqual(JSON.parse(body))
      else expect((await app.session.request('GET', `/api/events/${id}`)).status).toBe(404)
    }
    expect([await count('events', app), await packedEvents(app)]).toEqual([5, 5])
    const pictures = await pool.query('select distinct event_id from screenshots where project_id = $1', [
      numberOf(app),
    ])
    expect(pictures.rowCount).toBe(0)
    // A second run changes nothing; later events are counted.
    await maintain(pool, { retentionMs: -1000 })
    const { issue_id } = await send('many', 9)
    expect(
      (
        await until(
          () => app.readIssue(issue_id),
          (issue) => issue.count === 7,
        )
      ).users,
    ).toBe(7)
    const latest = await app.session.request('GET', `/api/issues/${issue_id}/events/latest`)
    expect(latest.body.previous_id).toBe(events.many![5]!)
  })

  it('leaves younger events alone', async () => {
    const app = await newReporter(server)
    for (let n = 0; n < 4; n++) await app.report()
    await packAll()
    await maintain(pool, { retentionMs: 3_600_000 })
    expect(await count('events', app)).toBe(4)
  })
})

describe('the disk budget', () => {
  const pad = (bytes: number) => ({ extra: { pad: randomBytes(bytes).toString('base64') } })

  // A small budget was published last. A small event is accepted under it too, so ingest first has to refuse because it
  // has read that the disk is full: what it accepts after that, it accepts under the server's own budget.
  afterEach(async () => {
    const probe = await newReporter(server)
    await until(
      async () => {
        await pool.query('update disk_state set has_room = false, measured_at = clock_timestamp()')
        await notify(pool, diskChannel)
        return probe.send({})
      },
      ({ status }) => status === 503,
    )
    await maintain(pool)
    await until(
      () => probe.send({}),
      ({ status }) => status === 202,
    )
  })

  it('evicts the oldest events of the largest project first', async () => {
    const [large, small] = [await newReporter(server), await newReporter(server)]
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push((await large.report(pad(300_000))).event_id)
    for (let n = 0; n < 3; n++) await small.report(pad(100_000))
    await packAll()
    await pool.query('vacuum')
    const used = await measureUsed(pool)
    const { evictedPacks } = await maintain(pool, { maxBytes: Math.floor((used - 1_500_000) / 0.85) })
    expect(evictedPacks).toBeGreaterThan(0)
    expect(await measureUsed(pool)).toBeLessThan(used - 1_000_000)
    expect(await count('events', small)).toBe(3)
    const left = await count('events', large)
    expect([left < 12, left > 3]).toEqual([true, true])
    const statuses = await Promise.all(
      ids.map(async (id) => (await large.session.request('GET', `/api/events/${id}`)).status),
    )
    // The first event is kept for its issue; of the others, the oldest were evicted.
    expect(statuses[0]).toBe(200)
    expect(statuses.slice(1)).toEqual([...Array(12 - left).fill(404), ...Array(left - 1).fill(200)])
  })

  it('evicts the events of one pack, and nothing of the next one', async () => {
    const app = await newReporter(server)
    const kinds = ['Even', 'Odd', 'Even', 'Odd', 'Even', 'Odd']
    for (const exception_type of kinds) await app.report({ exception_type, ...pad(60_000) })
    await packAll()
    expect(await count('packs', app)).toBe(2)
    const client = await pool.connect()
    expect(
      await evictOldest(client, numberOf(app), {
        bytes: 1,
        objects: inRows,
        ofObjects: false,
        onDamaged: () => {},
      }),
    ).toMatchObject({ packs: 1 })
    client.release()
    expect([await count('events', app), await packedEvents(app)]).toEqual([5, 5])
  })

  it('counts the screenshots and attachments that it frees', async () => {
    const app = await newReporter(server)
    const ids: string[] = []
    for (let n = 0; n < 12; n++) {
      const screenshot = Buffer.concat([jpeg, randomBytes(300_000)]).toString('base64')
      ids.push((await app.report({ screenshot, ...pad(60_000) })).event_id)
    }
    const query = new URLSearchParams({ app_id: app.project.app_id, event_id: ids[1]!, name: 'core.bin' })
    const headers = { 'x-service-token': app.token }
    const rawBody = new Uint8Array(randomBytes(200_000))
    expect((await server.raw('POST', `/ingest/attachments?${query}`, { rawBody, headers })).status).toBe(202)
    await packAll()
    expect(await count('packs', app)).toBeGreaterThan(2)
    const used = async () => (await measureDisk(pool)).uses.events.find(({ owner }) => owner === numberOf(app))!.bytes
    const before = await used()
    const client = await pool.connect()
    const options = { bytes: 600_000, objects: inRows, ofObjects: false, onDamaged: () => {} }
    const { packs, bytes } = await evictOldest(client, numberOf(app), options)
    client.release()
    expect([packs, await count('attachments', app)]).toEqual([1, 0])
    const freed = before - (await used())
    expect(freed).toBeGreaterThan(600_000)
    expect(Math.abs(bytes / freed - 1)).toBeLessThan(0.02)
  })

  it('that is used up refuses with 503 and Retry-After, and counts the refusals', async () => {
    const app = await newReporter(server)
    const { event_id } = await app.report()
    await digested(server)
    // The server's own maintenance, whose budget is larger, must not overwrite the state.
    const holder = await pool.connect()
    await until(
      async () => {
        await maintain(pool, { maxBytes: 1024 * 1024 })
        await holder.query('select pg_advisory_lock(7221, 3)')
        const { rows } = await pool.query('select has_room from disk_state')
        if (rows[0].has_room) await holder.query('select pg_advisory_unlock(7221, 3)')
        return rows[0].has_room
      },
      (hasRoom) => !hasRoom,
    )
    const full = await startServer({ beside: server })
    const answer = await until(
      () => app.send({}, { to: full }),
      ({ status }) => status !== 202,
    )
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'storage_full' }])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await until(app.outcomes, (counts) => (counts.storage_full ?? 0) > 0)).storage_full).toBe(1)
    // Reading continues, and so does everything else.
    expect((await app.readEvent(event_id)).id).toBe(event_id)
    await holder.query('select pg_advisory_unlock(7221, 3)')
    holder.release()
    await maintain(pool)
    for (const to of [full, server])
      await until(
        () => app.send({}, { to }),
        ({ status }) => status === 202,
      )
  })
})

describe('many bodies', () => {
  it('are read with one query per pack, as they were sent, up to a limit', async () => {
    const app = await newReporter(server)
    const ids = Array.from({ length: 60 }, () => uuidv7().replaceAll('-', ''))
    const picture = jpeg.toString('base64')
    // Two kinds alternate, so that they are in neighboring packs.
    const sent = ids.map((event_id, n) => ({
      ...anEvent({ event_id, exception_type: n % 2 === 0 ? 'Even' : 'Odd', extra: { pad: `${n}`.repeat(20_000) } }),
      ...(n % 9 === 0 ? { screenshot: picture } : {}),
    }))
    // They arrive in segments in another order than that of ids.
    await Promise.all(ids.map((_, n) => app.report(sent[(n * 7) % ids.length]!)))
    await packAll()
    const packs = await count('packs', app)
    await app.report(anEvent({ message: 'not packed' }))
    await digested(server)
    const { rows: events } = await pool.query(
      `select project_id as "projectId", event_id as "eventId", segment_id as "segmentId", position, flags
         from events where project_id = $1 order by event_id`,
      [numberOf(app)],
    )
    let looks = 0
    const query = ((statement: string | { name?: string }, values?: unknown[]) => {
      if (typeof statement === 'object' && statement.name === 'read-pack') looks += 1
      return pool.query(statement as string, values)
    }) as typeof pool.query
    const raws = await readRaws({ db: { query }, objects: inRows }, events, 1e9)
    expect([packs > 1, looks]).toEqual([true, packs])
    expect(raws.slice(0, -1).map((raw) => JSON.parse(raw!.toString()))).toEqual(sent)
    expect(raws.at(-1)!.toString()).toContain('not packed')
    const some = await readRaws({ db: { query }, objects: inRows }, events, 500_000)
    expect([some.length > 5, some.length < events.length]).toEqual([true, true])
    expect(some).toEqual(raws.slice(0, some.length))
    expect(await readRaws({ db: { query }, objects: inRows }, events, 0)).toEqual(raws.slice(0, 1))
  })
})

/** Without files whose event never came: the worker drops them within a second. */
const projectTables = allProjectTables.filter((table) => table !== 'late_attachments')

/** Rows that builds leave behind with their artifacts. */
const rowsOfUploads = [
  `insert into uploads (project_id, manifest, bytes, started_by, expires_at) values ($1, '', 1, gen_random_uuid(), now() + interval '1 day')`,
  `insert into upload_files (project_id, upload_id, number, name, url, size, sha256, chunks)
   values ($1, 1, 1, 'a', 'a', 1, '', '{}')`,
  `insert into upload_chunks (project_id, sha256, expires_at) values ($1, '', now() + interval '1 day')`,
  `insert into sentry_bundles (project_id, sha1, chunks, uploaded_by, expires_at)
   values ($1, '', '{}', gen_random_uuid(), now() + interval '1 day')`,
  `insert into release_records (project_id, version, recorded_by) values ($1, 'r', gen_random_uuid())`,
  `insert into release_deploys (project_id, version, environment, finished_at) values ($1, 'r', 'production', now())`,
  `insert into attachments values ($1, gen_random_uuid(), 1, 0, '', '', '', '')`,
  `insert into session_hourly values ($1, now(), 'r', 'production')`,
  `insert into session_days values ($1, now(), 'r', 'production')`,
  `insert into session_states values ($1, gen_random_uuid(), 1)`,
  `insert into health_keys values ($1, gen_random_uuid())`,
  `insert into session_users values ($1, now(), 'r', 'production', 1, 0)`,
  `insert into monitors (project_id, slug, name) values ($1, 'm', 'm')`,
  `insert into monitor_environments (project_id, slug, environment, status) values ($1, 'm', 'production', 'ok')`,
  `insert into check_ins (project_id, slug, environment, check_in_id, status, started_at)
   values ($1, 'm', 'production', gen_random_uuid(), 'ok', now())`,
  `insert into feedback (project_id, message, created_at) values ($1, 'm', now())`,
  `insert into issue_users values ($1, gen_random_uuid(), 1)`,
  `insert into resolved_stacks values ($1, gen_random_uuid(), '{}', '')`,
  `insert into release_updates (project_id, update_id, version) values ($1, 'u', 'r')`,
]

/** Rows of notifications, none of which is due while rows are counted. */
const rowsOfNotifications = [
  `insert into pending_notifications (project_id, issue_id, kind, due_at)
   values ($1, gen_random_uuid(), 'new', now() + interval '1 day')`,
  'insert into notified_issues values ($1, gen_random_uuid(), now())',
  `insert into pending_pushes (project_id, issue_id, kind, due_at)
   values ($1, gen_random_uuid(), 'new', now() + interval '1 day')`,
  `insert into pending_alerts (project_id, issue_id, event, due_at)
   values ($1, gen_random_uuid(), 'issue.new', now() + interval '1 day')`,
  `insert into alert_incidents (project_id, rule_id, issue_id, trigger)
   values ($1, gen_random_uuid(), gen_random_uuid(), 'issue.new')`,
]

describe('erasure', () => {
  it('leaves no row of a deleted project in any table, and all rows of the others', async () => {
    const [gone, stays] = [await newReporter(server), await newReporter(server)]
    const fill = async (app: Reporter) => {
      const all = { release: 'r', tags: { a: 1 }, user: { id: 'u' }, client_drops: [{ reason: 'a', count: 1 }] }
      await app.report({ ...all, screenshot: jpeg.toString('base64') }, { headers: { 'idempotency-key': 'k' } })
      await packAll()
      const { issue_id } = await app.report(all)
      await digested(server)
      await until(
        async () => (await app.session.request('GET', `/api/projects/${app.project.id}/people/u`)).body.export,
        ({ status, events }) => status === 'done' && events > 0,
      )
      await app.session.request('PATCH', `/api/issues/${issue_id}`, { body: { status: 'ignored' } })
      await app.session.request('PUT', `/api/projects/${app.project.id}/seen`)
      const deleted = (await app.report({ exception_type: 'Deleted' })).issue_id
      await digested(server)
      await app.session.request('DELETE', `/api/issues/${deleted}`)
      await maintain(pool)
      await app.send({ level: 'bad' })
      // One drop reported by the SDK, one counted by the server.
      for (const [table, least] of [
        ['group_tags', 1],
        ['outcomes', 2],
        ['token_hourly', 1],
      ] as const)
        await until(
          () => count(table, app),
          (rows) => rows >= least,
        )
      await digested(server)
      const wishes = { project: { new_issues: 'on' }, own: { new_issues: 'off' } } as const
      await app.session.request('PATCH', `/api/projects/${app.project.id}/notifications`, { body: wishes })
      // A stack that waits for its source map.
      await app.report({ platform: 'web', stack: 'E: x\n    at t (https://shop.example/a1b2c3d4e5.js:1:999)' })
      await until(
        () => count('awaited_files', app),
        (rows) => rows > 0,
      )
      await uploadMap(app, JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: ['a()'], mappings: 'AAAA' }))
      await digested(server)
      // Rules that are judged later would add and take rows while they are counted.
      await until(
        () => count('pending_alerts', app),
        (rows) => rows === 0,
      )
      for (const table of ['pending_notifications', 'pending_pushes'])
        await pool.query(`update ${table} set due_at = now() + interval '1 day' where project_id = $1`, [numberOf(app)])
      for (const statement of [...rowsOfNotifications, ...rowsOfUploads]) await pool.query(statement, [numberOf(app)])
      await pool.query(
        `insert into artifact_functions select c.project_id, c.sha256, 0, '' from artifact_contents c where c.project_id = $1`,
        [numberOf(app)],
      )
    }
    for (const app of [gone, stays]) await fill(app)
    const counts = (app: Reporter) => Promise.all(projectTables.map(async (table) => [table, await count(table, app)]))
    expect((await counts(gone)).filter(([, rows]) => rows === 0)).toEqual([])
    const before = await counts(stays)
    await deleteProject(gone)
    await erased(gone)
    expect(await counts(gone)).toEqual(projectTables.map((table) => [table, 0]))
    expect(await counts(stays)).toEqual(before)
    for (const [table, column] of [
      ['ingest_tokens', 'project_id'],
      ['projects', 'id'],
    ] as const)
      expect((await pool.query(`select from ${table} where ${column} = $1`, [numberOf(gone)])).rowCount).toBe(0)
    await packAll()
    expect(await packedEvents(gone)).toBe(0)
  })

  it('continues after a stop, and ends when nothing is left', async () => {
    const [gone, stays] = [await newReporter(server), await newReporter(server)]
    const rows = 17_000
    for (const app of [gone, stays])
      await pool.query(
        `insert into group_users select $1, md5((n % 7)::text)::uuid, n from generate_series(1, ${rows}) as n`,
        [numberOf(app)],
      )
    await digested(server)
    const left = [rows]
    const client = await pool.connect()
    const erase = async () => {
      await deleteProject(gone)
      while (
        (await eraseDeletedProjects(client, { bucket: bucketNames(pool)[0]!, turn: { last: 0 }, isOver: () => true }))
          .isMore
      )
        left.push(await count('group_users', gone))
      return true
    }
    // The server's own maintenance must not run at the same time.
    await until(
      () => withLock(client, 'maintenance', erase),
      (done) => done === true,
    )
    client.release()
    const steps = left.slice(1).map((after, n) => left[n]! - after)
    expect([steps.length > 2, Math.max(...steps) < rows / 2]).toEqual([true, true])
    expect([await count('group_users', gone), await count('group_users', stays)]).toEqual([0, rows])
    expect((await pool.query('select from projects where id = $1', [numberOf(gone)])).rowCount).toBe(0)
  })

  it('waits while an event from before the deletion may still be digested', async () => {
    const app = await newReporter(server)
    await app.report()
    await digested(server)
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await pool.query(`update projects set deleted_at = now() - interval '10 seconds' where id = $1`, [numberOf(app)])
    await maintain(pool)
    expect(await isThere(app)).toBe(true)
    await deleteProject(app)
    await erased(app)
  })
})
