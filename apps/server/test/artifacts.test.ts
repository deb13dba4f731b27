import { createHash } from 'node:crypto'
import type { ApiTokenScope, Artifact, ArtifactPage, UploadResponse } from '@bugle/protocol'
import { buildIndex } from '@bugle/symbols'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { describe, expect, it } from 'vitest'
import { artifactJobs } from '../src/domains/artifacts/index.ts'
import { inRows } from '../src/domains/objects/index.ts'
import { maintain } from './maintain.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer, type TestResponse } from './start-server.ts'

const server = await startServer({ digest: true, env: { BUGLE_ARTIFACT_DISK: '1MB' } })
const { pool } = server.database

const cart = readBuilt('esbuild', 'cart').files[0]!.map
const events = readBuilt('esbuild', 'events').files[0]!.map
const typed = readBuilt('esbuild', 'typed').files[0]!.map
const hex = (text: string) => createHash('sha256').update(text).digest('hex')

/** Fields, and files as pairs of name and text, in order. */
type Parts = [name: string, value: string, filename?: string][]

async function upload(
  app: Reporter,
  parts: Parts,
  { token = app.session.token }: { token?: string } = {},
): Promise<TestResponse<UploadResponse>> {
  const form = new FormData()
  for (const [name, value, filename] of parts)
    if (filename === undefined) form.append(name, value)
    else form.append(name, new Blob([value]), filename)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  const rawBody = new Uint8Array(await encoded.arrayBuffer())
  return server.request('POST', pathOf(app), { token, headers, rawBody })
}

const pathOf = (app: Reporter) => `/api/projects/${app.project.id}/artifacts` as const
const listOf = async (app: Reporter, query = ''): Promise<ArtifactPage> =>
  (await app.session.request('GET', `${pathOf(app)}?${query}`)).body
const read = async (app: Reporter, id: number): Promise<Artifact> =>
  (await app.session.request('GET', `${pathOf(app)}/${id}`)).body.artifact
const indexed = (app: Reporter, id: number | null) =>
  until(
    () => read(app, id!),
    ({ state }) => state !== 'indexing',
  )
const count = async (table: string, app: Reporter): Promise<number> =>
  (await pool.query(`select count(*)::int as n from ${table} where project_id = $1`, [numberOf(app)])).rows[0].n

describe('an upload', () => {
  it('stores maps with what the fields before them say, and indexes them', async () => {
    const app = await newReporter(server)
    const { status, body } = await upload(app, [
      ['release', '1.4.2'],
      ['url', 'https://shop.example/assets/cart.js'],
      ['debug_id', '85314830023F4CF1A267535F4E37BB17'],
      ['file', cart, 'cart.js.map'],
      ['dist', '7'],
      ['file', events, 'events.mjs.map'],
    ])
    expect(status).toBe(200)
    expect(body.files).toMatchObject([
      { name: 'cart.js.map', sha256: hex(cart), state: 'accepted', reason: null },
      { name: 'events.mjs.map', sha256: hex(events), state: 'accepted', reason: null },
    ])
    expect(await indexed(app, body.files[0]!.artifact_id)).toMatchObject({
      kind: 'source_map',
      url: 'https://shop.example/assets/cart.js',
      debug_id: '85314830-023f-4cf1-a267-535f4e37bb17',
      release: '1.4.2',
      dist: null,
      sha256: hex(cart),
      bytes: Buffer.byteLength(cart),
      sources: JSON.parse(cart).sources.length,
      state: 'ready',
      reason: null,
      uploaded_by: { name: 'Ann' },
      last_used_at: null,
    })
    expect(await indexed(app, body.files[1]!.artifact_id)).toMatchObject({
      url: '~/events.mjs',
      debug_id: null,
      release: '1.4.2',
      dist: '7',
      state: 'ready',
    })
    expect(await count('artifact_index_pages', app)).toBeGreaterThanOrEqual(2)
  })

  it('takes the debug id of the map itself', async () => {
    const app = await newReporter(server)
    const debugId = 'aaaabbbb-cccc-4ddd-8eee-ffff00001111'
    const map = JSON.stringify({ ...JSON.parse(cart), debug_id: debugId.toUpperCase() })
    const { files } = (await upload(app, [['file', map, 'a.js.map']])).body
    expect(await indexed(app, files[0]!.artifact_id)).toMatchObject({ debug_id: debugId })
    expect((await listOf(app, `debug_id=${debugId}`)).artifacts).toHaveLength(1)
  })

  it('keeps a content once for each project, whatever it is uploaded for', async () => {
    const app = await newReporter(server)
    const first = (
      await upload(app, [
        ['release', '1'],
        ['file', cart, 'a.js.map'],
      ])
    ).body.files[0]!
    const again = (
      await upload(app, [
        ['release', '1'],
        ['file', cart, 'a.js.map'],
      ])
    ).body.files[0]!
    expect(again).toEqual({ ...first, state: 'duplicate' })
    const other = (
      await upload(app, [
        ['release', '2'],
        ['file', cart, 'a.js.map'],
      ])
    ).body.files[0]!
    expect(other).toMatchObject({ state: 'accepted', sha256: first.sha256 })
    expect([await count('artifacts', app), await count('artifact_contents', app)]).toEqual([2, 1])
    const stranger = await newReporter(server)
    expect(
      (
        await upload(stranger, [
          ['release', '1'],
          ['file', cart, 'a.js.map'],
        ])
      ).body.files[0]!.state,
    ).toBe('accepted')
  })

  it('says of each file why it was refused, and stores the others', async () => {
    const app = await newReporter(server)
    const { body } = await upload(app, [
      ['file', 'n(1)', 'app.css'],
      ['file', '', 'empty.map'],
      ['file', '{"version":3,"mappings":', 'cut.js.map'],
      ['file', cart, 'cart.js.map'],
    ])
    expect(body.files).toMatchObject([
      { state: 'ignored', artifact_id: null, reason: { code: 'unknown_file' } },
      { state: 'ignored', artifact_id: null, reason: { code: 'not_a_source_map' } },
      { state: 'accepted' },
      { state: 'accepted' },
    ])
    const broken = await indexed(app, body.files[2]!.artifact_id)
    expect(broken).toMatchObject({ state: 'failed', reason: { code: 'map_broken' } })
    expect(broken.reason!.sentence).toMatch(/^The source map is not valid/)
    expect(await indexed(app, body.files[3]!.artifact_id)).toMatchObject({ state: 'ready' })
    // Sent again, the same content is refused at once.
    const again = (await upload(app, [['file', '{"version":3,"mappings":', 'cut.js.map']])).body.files
    expect(again).toMatchObject([{ state: 'ignored', reason: broken.reason }])
  })

  it('beyond the disk budget is refused in words', async () => {
    const app = await newReporter(server)
    // More than the budgets of two buckets.
    const noise = Array.from({ length: 100_000 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64')).join(
      '',
    )
    const map = JSON.stringify({ version: 3, sources: ['a.js'], sourcesContent: [noise], mappings: 'AAAA' })
    expect((await upload(app, [['file', map, 'a.js.map']])).body.files).toMatchObject([
      { state: 'ignored', reason: { code: 'storage_full' } },
    ])
  })

  it.each<[string, Parts, number, object]>([
    ['no file', [['release', '1']], 422, { errors: { file: ['is required'] } }],
    ['an unknown field', [['version', '1']], 422, { errors: { version: ['is not a known field'] } }],
    ['a wrong debug id', [['debug_id', 'x']], 422, { errors: { debug_id: ['is not a UUID'] } }],
    ['U+0000', [['release', 'a\0b']], 422, { errors: { release: ['contains U+0000'] } }],
    ['a long url', [['url', 'x'.repeat(2001)]], 422, { errors: { url: ['has more than 2000 characters'] } }],
  ])('with %s is refused', async (_, parts, status, body) => {
    const app = await newReporter(server)
    expect(await upload(app, parts)).toMatchObject({ status, body })
  })

  it('accepts the longest url and name', async () => {
    const app = await newReporter(server)
    const parts: Parts = [
      ['release', '𝄞'.repeat(100)],
      ['url', '€'.repeat(2000)],
      ['file', cart, `${'n'.repeat(3000)}.map`],
    ]
    expect((await upload(app, parts)).body.files).toMatchObject([{ state: 'accepted' }])
  })

  it('must be a form of at most 32 MiB', async () => {
    const app = await newReporter(server)
    const { token } = app.session
    const send = (type: string, rawBody: string | Uint8Array<ArrayBuffer>) =>
      server.request('POST', pathOf(app), { token, rawBody, headers: { 'content-type': type } })
    expect((await send('application/json', '{}')).code).toBe('malformed_body')
    expect((await send('application/zip', 'PK')).code).toBe('unsupported_media_type')
    expect((await send('multipart/form-data; boundary=x', '--x\r\n')).code).toBe('malformed_body')
    const large = new Uint8Array(33 * 1024 * 1024)
    expect((await send('multipart/form-data; boundary=x', large)).code).toBe('payload_too_large')
  })

  it('is for members and API tokens with the scope', async () => {
    const app = await newReporter(server)
    const tokenOf = async (scope: ApiTokenScope) =>
      (await app.session.request('POST', '/api/me/api-tokens', { body: { name: 'CI', scopes: [scope] } })).body.token
    const parts: Parts = [['file', cart, 'a.js.map']]
    expect((await upload(app, parts, { token: await tokenOf('issue:write') })).status).toBe(403)
    expect((await upload(app, parts, { token: await tokenOf('artifact:write') })).status).toBe(200)
    const stranger = await server.register()
    expect((await upload(app, parts, { token: stranger.token })).status).toBe(404)
    expect(await count('artifacts', app)).toBe(1)
  })
})

describe('the list', () => {
  it('pages from the latest upload, by release', async () => {
    const app = await newReporter(server)
    for (const release of ['1', '2', '2']) {
      const map = release === '1' ? cart : (await listOf(app, 'release=2')).artifacts.length === 0 ? events : typed
      await upload(app, [
        ['release', release],
        ['file', map, 'a.js.map'],
      ])
    }
    const first = await listOf(app, 'limit=2')
    expect(first.artifacts.map(({ sha256 }) => sha256)).toEqual([hex(typed), hex(events)])
    const second = await listOf(app, `limit=2&cursor=${first.next_cursor}`)
    expect([second.artifacts.map(({ sha256 }) => sha256), second.next_cursor]).toEqual([[hex(cart)], null])
    expect((await listOf(app, 'release=1')).artifacts).toHaveLength(1)
  })
})

describe('a deletion', () => {
  it('removes the content with its last artifact', async () => {
    const app = await newReporter(server)
    const ids: number[] = []
    for (const release of ['1', '2'])
      ids.push(
        (
          await upload(app, [
            ['release', release],
            ['file', cart, 'a.js.map'],
          ])
        ).body.files[0]!.artifact_id!,
      )
    await indexed(app, ids[0]!)
    const remove = (id: number) => app.session.request('DELETE', `${pathOf(app)}/${id}`)
    expect((await remove(ids[0]!)).status).toBe(204)
    expect(await count('artifact_index_pages', app)).toBeGreaterThan(0)
    const stranger = await newReporter(server)
    expect((await stranger.session.request('DELETE', `${pathOf(stranger)}/${ids[1]}`)).status).toBe(404)
    expect((await remove(ids[1]!)).status).toBe(204)
    for (const table of ['artifacts', 'artifact_contents', 'artifact_originals', 'artifact_index_pages'])
      expect([table, await count(table, app)]).toEqual([table, 0])
    expect((await remove(ids[1]!)).status).toBe(404)
  })

  it('of the project erases them all', async () => {
    const app = await newReporter(server)
    const { artifact_id } = (await upload(app, [['file', cart, 'a.js.map']])).body.files[0]!
    await indexed(app, artifact_id)
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [numberOf(app)])
    await maintain(pool)
    for (const table of ['artifacts', 'artifact_contents', 'artifact_originals', 'artifact_index_pages'])
      expect([table, await count(table, app)]).toEqual([table, 0])
  })
})

describe('the index', () => {
  const job = {
    id: 0,
    kind: 'index_artifact',
    owner: 'a test',
    payload: null,
    attempts: 1,
    createdAt: new Date(),
    expiresAt: new Date(),
  }
  const run = (app: Reporter, text: string, attempts = 1) =>
    artifactJobs({
      onReady: async () => {},
      db: pool,
      objects: inRows,
      indexer: { build: (map, write) => buildIndex(map, write) },
    }).index_artifact!({ projectId: numberOf(app), sha256: hex(text) } as never, { ...job, attempts })
  const pages = async (app: Reporter) =>
    (
      await pool.query('select page, bytes from artifact_index_pages where project_id = $1 order by page', [
        numberOf(app),
      ])
    ).rows

  it('is the same when a killed worker left some of it', async () => {
    const app = await newReporter(server)
    const { artifact_id } = (await upload(app, [['file', cart, 'a.js.map']])).body.files[0]!
    const before = await indexed(app, artifact_id)
    const whole = await pages(app)
    // As a worker leaves it that was killed before the head.
    const id = numberOf(app)
    await pool.query(
      `update artifact_contents set state = 'indexing', stored_bytes = stored_bytes - $2 where project_id = $1`,
      [id, whole.reduce((sum, { bytes }) => sum + bytes.length, 0)],
    )
    await pool.query('update artifact_index_pages set page = page + 7, bytes = $2 where project_id = $1 and page = 0', [
      id,
      Buffer.from('left over'),
    ])
    await run(app, cart)
    expect(await pages(app)).toEqual(whole)
    expect(await read(app, artifact_id!)).toEqual(before)
  })

  it('is given up after five attempts that ended the worker, and begun again by an upload', async () => {
    const app = await newReporter(server)
    const { artifact_id } = (await upload(app, [['file', cart, 'a.js.map']])).body.files[0]!
    await indexed(app, artifact_id)
    await pool.query(`update artifact_contents set state = 'indexing' where project_id = $1`, [numberOf(app)])
    await expect(run(app, cart, 6)).rejects.toThrow('attempted 5 times')
    expect(await read(app, artifact_id!)).toMatchObject({ state: 'failed', reason: { code: 'failed' } })
    expect((await upload(app, [['file', cart, 'a.js.map']])).body.files[0]!.state).toBe('duplicate')
    expect(await indexed(app, artifact_id)).toMatchObject({ state: 'ready' })
  })

  it('leaves nothing of a content that was deleted meanwhile', async () => {
    const app = await newReporter(server)
    await run(app, 'nothing of this content is there')
    expect(await count('artifact_index_pages', app)).toBe(0)
  })
})
