import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { bucketDatabase } from '../src/db/buckets.ts'
import { openDatabase } from '../src/db/database.ts'
import { measureArtifacts } from '../src/domains/artifacts/index.ts'
import { maintain } from './maintain.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import { createTestDatabase } from './test-database.ts'

// Budgets hold for each bucket: a full server refuses its own projects, and no others.

const second = await createTestDatabase({ connections: 2 })
const server = await startServer({ buckets: { second: second.connection }, env: { BUGLE_ARTIFACT_DISK: '1MB' } })
const db = openDatabase({
  connection: server.database.connection,
  connections: 2,
  buckets: { second: second.connection },
})
afterAll(async () => {
  await db.end()
  await second.drop()
})

async function newIn(bucket: string): Promise<Reporter> {
  const app = await newReporter(server)
  await server.database.pool.query('update projects set bucket = $1 where id = $2', [bucket, numberOf(app)])
  return app
}

/** Uploads a file that cannot be compressed. @returns the code of its refusal; undefined if it is stored */
async function upload(app: Reporter, bytes: number): Promise<string | undefined> {
  const form = new FormData()
  form.append('file', new Blob([JSON.stringify({ file: randomBytes(bytes / 2).toString('hex') })]), 'app.js')
  const encoded = new Response(form)
  const { body } = await app.session.request('POST', `/api/projects/${app.project.id}/artifacts` as const, {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    rawBody: new Uint8Array(await encoded.arrayBuffer()),
  })
  return body.files[0]!.reason?.code
}

/** Lets a project have stored so many bytes of artifacts. */
async function fill(bucket: string, app: Reporter, bytes: number): Promise<void> {
  await bucketDatabase(db, bucket).query(
    `insert into artifact_contents (project_id, sha256, size, state, stored_bytes) values ($1, sha256('full'), $2, 'ready', $2)`,
    [numberOf(app), bytes],
  )
}

it('files of a project count where it is: neither the room of another bucket is theirs, nor what is full there', async () => {
  const [here, there] = [await newIn('main'), await newIn('second')]
  expect(await upload(there, 2_000_000)).toBe('storage_full')
  expect(await upload(here, 2_000_000)).toBe('storage_full')
  await fill('main', here, 3_000_000)
  expect(
    await until(
      () => upload(here, 1000),
      (code) => code !== undefined,
    ),
  ).toBe('storage_full')
  expect(await upload(there, 1000)).toBeUndefined()
})

it('chunks of tools, which are beside the accounts, count there alone', async () => {
  const { session } = await newIn('second')
  const { id } = await session.me()
  await server.database.pool.query(
    `insert into sentry_chunks (user_id, sha1, bytes, expires_at) values ($1, sha256('chunk'), repeat('x', 5000)::bytea, now() + interval '1 day')`,
    [id.replace('usr_', '')],
  )
  const bytesOfAccounts = async (bucket: string) =>
    (await measureArtifacts(bucketDatabase(db, bucket), { keepsAccounts: bucket === 'main' }))
      .filter(({ owner }) => typeof owner === 'string')
      .map(({ bytes }) => bytes)
  expect([await bytesOfAccounts('main'), await bytesOfAccounts('second')]).toEqual([[5000], []])
})

it('records of a project are refused where its bucket is full, by its own routes and by those of tools', async () => {
  const [here, there] = [await newIn('main'), await newIn('second')]
  await bucketDatabase(db, 'second').query(
    `insert into release_records (project_id, version, recorded_by, commits)
     select $1, n::text, gen_random_uuid(), to_jsonb((select string_agg(md5((n * 1000 + k)::text), '') from generate_series(1, 80) as k))
       from generate_series(1, 3000) as n`,
    [numberOf(there)],
  )
  await maintain(bucketDatabase(db, 'second'), { maxBytes: 100 * 1024 ** 2, keepsAccounts: false })
  const record = ({ session, project }: Reporter) =>
    session.request('PUT', `/api/projects/${project.id}/releases/3001` as const, { body: {} })
  const byTool = async ({ session, project }: Reporter) => {
    const response = await fetch(`${server.url}/api/0/organizations/x/releases/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version: '3002', projects: [project.id] }),
    })
    return response.status
  }
  const refused = await until(
    () => record(there),
    ({ status }) => status >= 400,
  )
  expect(refused.code).toBe('records_full')
  expect(await byTool(there)).toBe(422)
  expect((await record(here)).status).toBe(200)
  expect(await byTool(here)).toBe(201)
  // To a stranger there is no such project, however full it is.
  const stranger = await newIn('main')
  const path = `/api/projects/${there.project.id}/releases/3001` as const
  expect((await stranger.session.request('PUT', path, { body: {} })).status).toBe(404)
})
