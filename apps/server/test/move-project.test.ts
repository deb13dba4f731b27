import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { afterAll, describe, expect, it } from 'vitest'
import { moveProject } from '../src/admin/projects.ts'
import { bucketDatabase } from '../src/db/buckets.ts'
import { onConnection, openDatabase, transaction } from '../src/db/database.ts'
import { projectTables } from '../src/db/table-classes.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { beginMove } from '../src/domains/projects/index.ts'
import { eraseLeftovers } from '../src/domains/retention/erase.ts'
import { countsMerged, jpeg, newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'
import { uploadMap } from './upload-map.ts'

// A server with two buckets, each in a database of its own, and the command that moves projects beside it.

const second = await createTestDatabase({ connections: 2 })
const server = await startServer({
  digest: true,
  buckets: { second: second.connection },
  // Notifications stay as they are while rows are counted.
  env: { BUGLE_INGEST_RATE: '100000', BUGLE_ISSUE_MAIL_DELAY: '1h' },
})
const away = { ...second.connection, port: 1 }
const db = openDatabase({
  connection: server.database.connection,
  connections: 2,
  buckets: { second: second.connection, away },
})
afterAll(async () => {
  await db.end()
  await second.drop()
})

async function inMain(reporter: Reporter): Promise<void> {
  await server.database.pool.query(`update projects set bucket = 'main' where id = $1`, [numberOf(reporter)])
}

/** Moves a project, and returns the lines that the command prints. */
async function move({ project }: Reporter, to: string, isDryRun = false): Promise<string[]> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  await moveProject(db, project.id, to, { objects: inRows, now: () => new Date(), isDryRun, print })
  return lines
}

async function placeOf(app: Reporter): Promise<Record<string, unknown>> {
  const { rows } = await server.database.pool.query(
    'select bucket, moving_to as "movingTo", paused_until as "pausedUntil" from projects where id = $1',
    [numberOf(app)],
  )
  return rows[0]
}

/** Counts the rows of a project in each table of a bucket that has any. */
async function rowsIn(bucket: string, reporter: Reporter): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of projectTables) {
    const { rows } = await bucketDatabase(db, bucket).query<{ count: number }>(
      `select count(*) as count from ${table} where project_id = $1`,
      [numberOf(reporter)],
    )
    if (rows[0]!.count > 0) counts[table] = rows[0]!.count
  }
  return counts
}

const cart = readBuilt('esbuild', 'cart')
const debugId = '85314830-023f-4cf1-a267-000000000001'
const address = 'https://shop.example/assets/cart.js'
const stack = ['TypeError: boom', ...cart.stacks[0]!.map(({ line, column }) => `    at ${address}:${line}:${column}`)]

const built = {
  platform: 'web',
  stack: stack.join('\n'),
  release: '1.4.2',
  debug_meta: { images: [{ type: 'sourcemap', code_file: address, debug_id: debugId }] },
}

/** A project in the main bucket with rows of many kinds. @returns ids of its issues, of an event of each, and of an undo */
async function furnish() {
  const app = await newReporter(server)
  await inMain(app)
  await uploadMap(app, cart.files[0]!.map, { debug_id: debugId })
  const one = await app.report({ ...built, tags: { shop: 'north' } })
  for (const user of ['ada', 'grace', 'joan'])
    await app.report({ exception_type: 'RangeError', user: { id: user }, environment: 'production', release: '1.4.3' })
  const two = await app.report({
    exception_type: 'RangeError',
    screenshot: jpeg.toString('base64'),
  })
  const three = await app.report({ exception_type: 'OtherError', fingerprint: ['other'] })
  await countsMerged(server)
  // Its group is repaired once the map is there.
  await until(
    () => app.readIssue(one.issue_id),
    ({ culprit }) => culprit === 'priceOf in prices.js',
  )
  const post = (path: string, body: object) => app.session.raw('POST', path, { body })
  expect((await post(`/api/issues/${two.issue_id}/merge`, { ids: [three.issue_id] })).status).toBe(200)
  expect((await post(`/api/issues/${one.issue_id}/comments`, { text: 'seen since Monday' })).status).toBe(201)
  const bulk = await app.session.request('POST', '/api/issues/bulk', {
    body: { ids: [one.issue_id], patch: { status: 'resolved' } },
  })
  return {
    app,
    issues: [one.issue_id, two.issue_id],
    events: [one, two, three].map(({ event_id }) => event_id),
    undo: bulk.body.undo_id,
  }
}

type Furnished = Awaited<ReturnType<typeof furnish>>

/** Everything that can be read of it. */
async function readAll({ app, issues, events }: Furnished): Promise<Record<string, unknown>> {
  const { id } = app.project
  const paths = [
    `/api/issues?project_id=${id}&status=all`,
    `/api/projects/${id}/releases`,
    `/api/projects/${id}/stats`,
    `/api/projects/${id}/artifacts`,
    `/api/projects/${id}/outcomes`,
    ...issues.flatMap((issue) =>
      ['', '/events', '/activity', '/stats', '/tags'].map((part) => `/api/issues/${issue}${part}`),
    ),
    ...events.map((event) => `/api/events/${event}`),
    ...events.map((event) => `/api/events/${event}?raw=1`),
  ]
  const found: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, text } = await app.session.raw('GET', path)
    found[path] = { status, text }
  }
  return found
}

describe('a project that moves', () => {
  it('reads the same before and after, there and back again, and can be undone and added to', async () => {
    const furnished = await furnish()
    const { app } = furnished
    const before = await readAll(furnished)
    const rows = await rowsIn('main', app)
    expect(Object.values(before).every((one) => [200, 404].includes((one as { status: number }).status))).toBe(true)
    const lines = await move(app, 'second')
    expect(lines.at(-1)).toContain('is in second')
    expect(await readAll(furnished)).toEqual(before)
    expect(await rowsIn('main', app)).toEqual({})
    // Packed on the way; requests of tokens are written every ten seconds.
    const there = await rowsIn('second', app)
    expect({ ...there, packs: 0, token_hourly: 0 }).toEqual({ ...rows, packs: 0, token_hourly: 0 })
    await move(app, 'main')
    expect(await readAll(furnished)).toEqual(before)
    expect(await rowsIn('second', app)).toEqual({})
    await move(app, 'second')
    const { body } = await app.session.request('POST', `/api/undo/${furnished.undo}`)
    expect(body).toMatchObject({ restored_count: 1 })
    const { count } = await app.readIssue(furnished.issues[0]!)
    await app.report(built)
    await until(
      () => app.readIssue(furnished.issues[0]!),
      (issue) => issue.count === count + 1,
    )
    expect((await rowsIn('second', app)).events).toBe(rows.events! + 1)
  })

  it('loses and repeats nothing of what is sent meanwhile', async () => {
    const app = await newReporter(server)
    await inMain(app)
    let isOver = false
    let acknowledged = 0
    const refused: number[] = []
    const send = async () => {
      for (let number = 0; !isOver; number++) {
        const { status } = await app.send({ exception_type: `Error${number % 7}`, fingerprint: [`${number % 7}`] })
        if (status === 202) acknowledged++
        else refused.push(status)
        await pause(10)
      }
    }
    const sending = [send(), send()]
    for (const to of ['second', 'main', 'second']) await move(app, to)
    const after = acknowledged
    await until(
      async () => acknowledged,
      (count) => count > after,
    )
    isOver = true
    await Promise.all(sending)
    const page = await until(
      () => app.session.get(`/api/issues?project_id=${app.project.id}`),
      ({ issues }) => issues.reduce((sum, { count }) => sum + count, 0) >= acknowledged,
    )
    expect(page.issues.reduce((sum, { count }) => sum + count, 0)).toBe(acknowledged)
    expect((await rowsIn('second', app)).events).toBe(acknowledged)
    expect(new Set(refused)).toEqual(new Set([503]))
  })

  it('takes no changes while it is paused, and is read', async () => {
    const { app, issues } = await furnish()
    const { pool } = server.database
    await pool.query(`update projects set paused_until = now() + interval '1 minute' where id = $1`, [numberOf(app)])
    const patch = () => app.session.raw('PATCH', `/api/issues/${issues[1]}`, { body: { status: 'resolved' } })
    const refused = await patch()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await app.session.raw('GET', `/api/issues/${issues[1]}`)).status).toBe(200)
    await pool.query(`update projects set paused_until = now() where id = $1`, [numberOf(app)])
    expect((await patch()).status).toBe(200)
  })
})

describe('a bucket that a project has left', () => {
  it('takes nothing of it any more, from whoever does not know that yet', async () => {
    const { app, events } = await furnish()
    await move(app, 'second')
    const rows = await rowsIn('second', app)
    // As a process that has the token in its memory, or waits for a body, since before the move.
    await server.database.pool.query(`update projects set bucket = 'main' where id = $1`, [numberOf(app)])
    const item = (path: string, fields: object) =>
      app.sendRaw(JSON.stringify({ app_id: app.project.app_id, ...fields }), { path: `/ingest/${path}` as '/ingest' })
    const form = new FormData()
    form.append('file', new Blob([cart.files[0]!.map]), 'app.js.map')
    const upload = new Response(form)
    const responses = [
      await app.send(),
      await item('check-ins', { monitor: 'nightly', status: 'ok', schedule: '0 3 * * *' }),
      await item('feedback', { message: 'it broke' }),
      await item('sessions', { release: '1', sessions: [{ id: randomUUID(), started_at: new Date(), status: 'ok' }] }),
      await item(`attachments?app_id=${app.project.app_id}&event_id=${events[0]}&name=a.json`, {}),
      await app.session.raw('POST', `/api/projects/${app.project.id}/artifacts`, {
        headers: { 'content-type': upload.headers.get('content-type')! },
        rawBody: new Uint8Array(await upload.arrayBuffer()),
      }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503])
    expect(await rowsIn('main', app)).toEqual({})
    await server.database.pool.query(`update projects set bucket = 'second' where id = $1`, [numberOf(app)])
    expect(await rowsIn('second', app)).toEqual(rows)
  })
})

describe('a move that was killed', () => {
  it('is settled by the worker: the project takes events again, and what came is erased', async () => {
    const { app } = await furnish()
    const id = numberOf(app)
    // As it is left by a process that ends after the copy has committed, and before everybody was told.
    await move(app, 'second')
    await server.database.pool.query(
      `update projects set bucket = 'main', moving_to = 'second', paused_until = now() where id = $1`,
      [id],
    )
    await server.database.pool.query(`update closed_projects set is_elsewhere = false where project_id = $1`, [id])
    await server.database.pool.query(
      `update project_leftovers set bucket = 'second', touched_at = now() - interval '1 hour' where project_id = $1`,
      [id],
    )
    await until(
      () => app.send(),
      ({ status }) => status === 202,
    )
    await onConnection(bucketDatabase(db, 'second'), (client) =>
      eraseLeftovers(client, { bucket: 'second', isOver: () => false }),
    )
    expect(await rowsIn('second', app)).toEqual({})
    expect(await placeOf(app)).toEqual({ bucket: 'main', movingTo: null, pausedUntil: null })
  })

  it('while it copied, is forgotten once what came is erased, unless it has begun anew', async () => {
    const app = await newReporter(server)
    await inMain(app)
    const move = { projectId: numberOf(app), from: 'main', to: 'second' }
    await transaction(db, (tx) => beginMove(tx, move))
    const eraseNow = async () =>
      onConnection(bucketDatabase(db, 'second'), (client) =>
        eraseLeftovers(client, { bucket: 'second', isOver: () => false }),
      )
    await eraseNow()
    expect(await placeOf(app)).toMatchObject({ movingTo: 'second' })
    await server.database.pool.query(
      `update project_leftovers set touched_at = now() - interval '1 hour' where project_id = $1`,
      [numberOf(app)],
    )
    await eraseNow()
    expect(await placeOf(app)).toEqual({ bucket: 'main', movingTo: null, pausedUntil: null })
    expect((await app.send()).status).toBe(202)
  })
})

describe('the command', () => {
  it('says why a move failed, also if the project cannot be let go on then', async () => {
    const app = await newReporter(server)
    await inMain(app)
    const own = openDatabase({
      connection: server.database.connection,
      connections: 2,
      buckets: { second: second.connection },
    })
    const now = () => {
      void own.end()
      throw new Error('the first error')
    }
    const moving = moveProject(own, app.project.id, 'second', {
      objects: inRows,
      now,
      isDryRun: false,
      print: () => {},
    })
    await expect(moving).rejects.toThrow('the first error')
    expect((await app.send()).status).toBe(202)
  })

  it('refuses buckets that are not there or do not respond, and says what it would do', async () => {
    const app = await newReporter(server)
    await inMain(app)
    await expect(move(app, 'third')).rejects.toThrow('There is no bucket third')
    await server.database.pool.query(`insert into buckets (name) values ('away'), ('unnamed')`)
    await expect(move(app, 'away')).rejects.toThrow('The server of away does not respond')
    await expect(move(app, 'unnamed')).rejects.toThrow('BUGLE_BUCKETS does not name unnamed')
    await server.database.pool.query(`delete from buckets where name in ('away', 'unnamed')`)
    expect(await move(app, 'main')).toEqual([expect.stringContaining('is in main already')])
    expect(await move(app, 'second', true)).toEqual([expect.stringContaining('would be moved')])
    expect((await app.send()).status).toBe(202)
  })
})
