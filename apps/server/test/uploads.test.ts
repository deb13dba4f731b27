import { type ClientRequest, request } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { limits } from '@bugle/protocol'
import { readBuilt } from '@bugle/symbols/testing/built-programs'
import { describe, expect, it } from 'vitest'
import { forgetOldUploads } from '../src/domains/artifacts/index.ts'
import { maintain } from './maintain.ts'
import { newReporter, numberOf, type Reporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'
import {
  beginUpload,
  chunksOf,
  finishUpload,
  type LocalFile,
  readProgress,
  sendChunk,
  sendMissing,
  sha256Of,
  uploadInChunks,
} from './upload-chunks.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const cart = { name: 'cart.js.map', text: readBuilt('esbuild', 'cart').files[0]!.map }
const events = { name: 'events.js.map', text: readBuilt('esbuild', 'events').files[0]!.map }
/** A valid map of three chunks. */
const large: LocalFile = {
  name: 'large.js.map',
  text: JSON.stringify({
    version: 3,
    sources: ['large.ts'],
    sourcesContent: [Array.from({ length: 300_000 }, (_, n) => `const line${n} = ${n * 7919}`).join('\n')],
    mappings: 'AAAA',
  }),
}
const count = async (table: string, app: Reporter): Promise<number> =>
  (await pool.query(`select count(*)::int as n from ${table} where project_id = $1`, [numberOf(app)])).rows[0].n
const artifactOf = async (app: Reporter, id: number | null) =>
  (await app.session.request('GET', `/api/projects/${app.project.id}/artifacts/${id}`)).body.artifact

describe('an upload in chunks', () => {
  it('stores and indexes its files, and leaves no chunk behind', async () => {
    const app = await newReporter(server)
    expect(chunksOf(Buffer.from(large.text)).length).toBeGreaterThan(2)
    const fields = { release: '1.4.2', dist: '7', platform: 'ios', update_id: 'u-1' }
    const { files } = await uploadInChunks(app, [large, { ...cart, url: 'https://shop.example/cart.js' }], fields)
    expect(files).toMatchObject([
      { name: 'large.js.map', state: 'accepted', reason: null },
      { name: 'cart.js.map', state: 'accepted', reason: null },
    ])
    expect(await artifactOf(app, files[0]!.artifact_id)).toMatchObject({
      ...fields,
      kind: 'source_map',
      url: '~/large.js',
      sha256: sha256Of(large.text as string),
      state: 'ready',
      sources: 1,
      sources_with_text: 1,
      uploaded_by: { name: 'Ann' },
    })
    expect(await artifactOf(app, files[1]!.artifact_id)).toMatchObject({ url: 'https://shop.example/cart.js' })
    expect(await count('upload_chunks', app)).toBe(0)
  })

  it('resumes where it was cut off, and sends nothing twice', async () => {
    const app = await newReporter(server)
    const files = [large, cart]
    const first = (await beginUpload(app, files)).body
    expect(first.missing).toHaveLength(chunksOf(Buffer.from(large.text)).length + 1)
    await sendMissing(app, files, first.missing.slice(0, 2))
    const early = await finishUpload(app, first.upload_id)
    expect([early.status, (early.body as unknown as { code: string }).code]).toEqual([409, 'upload_incomplete'])
    const again = (await beginUpload(app, files)).body
    expect([again.upload_id, again.missing]).toEqual([first.upload_id, first.missing.slice(2)])
    expect((await readProgress(app, again.upload_id)).state).toBe('receiving')
    expect(new Set((await readProgress(app, again.upload_id)).missing)).toEqual(new Set(again.missing))
    await sendMissing(app, files, again.missing)
    expect((await finishUpload(app, again.upload_id)).status).toBe(202)
    // Finishing again changes nothing.
    expect((await finishUpload(app, again.upload_id)).status).toBe(202)
    await until(
      () => readProgress(app, again.upload_id),
      ({ state }) => state === 'done',
    )
    const second = (await beginUpload(app, files, { release: '2' })).body
    expect(second.missing).toEqual([])
    expect(Object.values(second.states)).toEqual(['duplicate', 'duplicate'])
    await finishUpload(app, second.upload_id)
    const done = await until(
      () => readProgress(app, second.upload_id),
      ({ state }) => state === 'done',
    )
    expect(done.files).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
    expect([await count('artifacts', app), await count('artifact_contents', app)]).toEqual([4, 2])
    expect((await uploadInChunks(app, files)).files).toMatchObject([{ state: 'duplicate' }, { state: 'duplicate' }])
  })

  it('says of each file what became of it', async () => {
    const app = await newReporter(server)
    const broken = { name: 'broken.js.map', text: '{"version":3,"mappings":"!"}' }
    const huge = { name: 'huge.js.map', text: '{', size: 200 * 1024 * 1024, chunks: [] }
    const other = { name: 'logo.png', text: 'not a picture' }
    const lying = { name: 'lying.js.map', text: '{"version":3}', sha256: sha256Of('something else') }
    const empty = { name: 'empty.js.map', text: '' }
    const files = [broken, huge, other, lying, empty, cart]
    const { body } = await beginUpload(app, files)
    expect(body.states[sha256Of(huge.text)]).toBe('ignored')
    await sendMissing(app, files, body.missing)
    await finishUpload(app, body.upload_id)
    const { files: outcome } = await until(
      () => readProgress(app, body.upload_id),
      ({ state }) => state === 'done',
    )
    expect(outcome).toMatchObject([
      { state: 'failed', reason: { code: 'map_broken' } },
      { state: 'ignored', reason: { code: 'too_large' } },
      { state: 'ignored', reason: { code: 'unknown_file' } },
      { state: 'failed', reason: { code: 'chunks_differ' } },
      { state: 'ignored', reason: { code: 'not_a_source_map' } },
      { state: 'accepted', reason: null },
    ])
  })

  it('is bounded in number, size and requests', async () => {
    const app = await newReporter(server)
    await beginUpload(app, [cart])
    await beginUpload(app, [events])
    const third = await app.session.request('POST', `/api/projects/${app.project.id}/uploads`, {
      body: { files: [{ name: 'a.map', size: 1, sha256: '0'.repeat(64), chunks: ['0'.repeat(64)] }] },
    })
    expect([third.status, third.code, third.headers.get('retry-after')]).toEqual([429, 'too_many_uploads', '60'])
    // The same list is no third one.
    expect((await beginUpload(app, [cart])).status).toBe(200)
    const rich = await newReporter(server)
    const file = (n: number) => ({
      name: `${n}.map`,
      size: 120 * 1024 * 1024,
      sha256: String(n).padStart(64, '0'),
      chunks: Array.from({ length: 30 }, (_, chunk) => String(n * 100 + chunk).padStart(64, 'a')),
    })
    const files = Array.from({ length: 40 }, (_, n) => file(n))
    const tooLarge = await rich.session.request('POST', `/api/projects/${rich.project.id}/uploads`, { body: { files } })
    expect([tooLarge.status, tooLarge.code]).toEqual([413, 'upload_too_large'])
    const statuses: number[] = []
    for (let n = 0; n < 62; n++) statuses.push((await beginUpload(app, [cart])).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it.each<[string, object, string]>([
    ['a wrong number of chunks', { chunks: [] }, 'files.0.chunks'],
    ['a wrong debug id', { debug_id: '-'.repeat(36) }, 'files.0.debug_id'],
    ['an unknown field', { version: '1' }, 'files.0.version'],
    ['U+0000', { url: 'a\0b' }, 'files.0.url'],
  ])('with %s is refused', async (_, change, field) => {
    const app = await newReporter(server)
    const { status, body } = await beginUpload(app, [{ ...cart, ...change }])
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([422, [field]])
  })

  it('expires a day after its last request', async () => {
    const app = await newReporter(server)
    const { body } = await beginUpload(app, [cart])
    await sendMissing(app, [cart], body.missing)
    await pool.query(`update uploads set expires_at = now() - interval '1 second' where project_id = $1`, [
      numberOf(app),
    ])
    await pool.query(`update upload_chunks set expires_at = now() - interval '1 second' where project_id = $1`, [
      numberOf(app),
    ])
    expect((await finishUpload(app, body.upload_id)).status).toBe(404)
    await forgetOldUploads(pool)
    for (const table of ['uploads', 'upload_files', 'upload_chunks'])
      expect([table, await count(table, app)]).toEqual([table, 0])
    expect((await beginUpload(app, [cart])).body.missing).toHaveLength(1)
  })

  it('is erased with its project', async () => {
    const app = await newReporter(server)
    const { body } = await beginUpload(app, [cart])
    await sendMissing(app, [cart], body.missing)
    await app.session.request('DELETE', `/api/projects/${app.project.id}`)
    await pool.query(`update projects set deleted_at = now() - interval '1 hour' where id = $1`, [numberOf(app)])
    await maintain(pool)
    for (const table of ['uploads', 'upload_files', 'upload_chunks'])
      expect([table, await count(table, app)]).toEqual([table, 0])
  })
})

describe('a chunk', () => {
  const bytes = Buffer.from(cart.text)
  const [sha256] = [sha256Of(bytes)]
  const codeOf = async (answer: ReturnType<typeof sendChunk>) => {
    const { status, body } = await answer
    return [status, (body as { code?: string } | undefined)?.code]
  }

  it.each<[string, (plain: Buffer) => Buffer, Record<string, string>]>([
    ['plain', (plain) => plain, {}],
    ['as a stream of bytes', (plain) => plain, { 'content-type': 'application/octet-stream' }],
    ['in gzip', (plain) => gzipSync(plain), { 'content-encoding': 'gzip' }],
    [
      'in brotli',
      (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      { 'content-encoding': 'br' },
    ],
    [
      'in gzip with bytes after its end',
      (plain) => Buffer.concat([gzipSync(plain), Buffer.alloc(9)]),
      { 'content-encoding': 'gzip' },
    ],
  ])('is accepted %s', async (_, encode, headers) => {
    const app = await newReporter(server)
    // Behind a first one, so that a gzip with a wrong end would cut the file.
    const text = JSON.stringify({ ...JSON.parse(large.text as string), file: String(Math.random()) })
    const file = { name: 'a.js.map', text }
    const { body } = await beginUpload(app, [file])
    for (const chunk of chunksOf(Buffer.from(text)))
      expect((await sendChunk(app, sha256Of(chunk), encode(chunk), headers)).status).toBe(204)
    await finishUpload(app, body.upload_id)
    const done = await until(
      () => readProgress(app, body.upload_id),
      ({ state }) => state === 'done',
    )
    expect(done.files).toMatchObject([{ state: 'accepted' }])
  })

  it('that nobody waits for is refused, and so are wrong bytes', async () => {
    const app = await newReporter(server)
    expect(await codeOf(sendChunk(app, sha256, bytes))).toEqual([409, 'chunk_not_wanted'])
    await beginUpload(app, [cart])
    expect(await codeOf(sendChunk(app, sha256, Buffer.from('other')))).toEqual([422, 'chunk_mismatch'])
    expect(await codeOf(sendChunk(app, sha256, bytes, { 'content-encoding': 'gzip' }))).toEqual([422, 'chunk_mismatch'])
    expect(await codeOf(sendChunk(app, sha256, bytes, { 'content-encoding': 'zstd' }))).toEqual([
      415,
      'unsupported_encoding',
    ])
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    expect(await codeOf(sendChunk(app, sha256, bomb, { 'content-encoding': 'gzip' }))).toEqual([
      413,
      'payload_too_large',
    ])
    expect(await codeOf(sendChunk(app, sha256, Buffer.alloc(5 * 1024 * 1024)))).toEqual([413, 'payload_too_large'])
    expect(await codeOf(sendChunk(app, 'nonsense', bytes))).toEqual([404, 'not_found'])
    // None of these spoiled it, and sending it twice changes nothing.
    expect(await codeOf(sendChunk(app, sha256, bytes))).toEqual([204, undefined])
    expect(await codeOf(sendChunk(app, sha256, bytes))).toEqual([204, undefined])
  })

  it('of one project is of no use to another', async () => {
    const [ann, bob] = [await newReporter(server), await newReporter(server)]
    const { body } = await beginUpload(ann, [cart])
    await sendMissing(ann, [cart], body.missing)
    expect(await codeOf(sendChunk(bob, sha256, bytes))).toEqual([409, 'chunk_not_wanted'])
    expect((await beginUpload(bob, [cart])).body.missing).toEqual([sha256])
    expect((await finishUpload(bob, body.upload_id)).status).toBe(404)
    expect((await bob.session.request('GET', `/api/projects/${ann.project.id}/uploads/${body.upload_id}`)).status).toBe(
      404,
    )
  })

  it('beyond what is received at once is refused for a moment', async () => {
    const app = await newReporter(server)
    await beginUpload(app, [cart])
    const path = `${server.url}/api/projects/${app.project.id}/uploads/chunks/${sha256}` as const
    const headers = { authorization: `Bearer ${app.session.token}`, 'content-length': String(limits.chunkBytes) }
    // A caller may hold 48 MiB: twelve chunks that miss their last bytes. One that met another request is refused, and begins again.
    const slow = new Set<ClientRequest>()
    const begin = () => {
      const sent = request(path, { method: 'PUT', agent: false, headers })
      slow.add(sent)
      sent.on('error', () => {})
      sent.once('response', () => sent.destroy())
      sent.once('close', () => {
        if (slow.delete(sent)) begin()
      })
      sent.write(Buffer.alloc(limits.chunkBytes - 10))
    }
    for (let n = 0; n < 12; n++) begin()
    const refused = await until(
      () => sendChunk(app, sha256, Buffer.alloc(200)),
      ({ status }) => status === 503,
    )
    expect(refused.headers.get('retry-after')).toBe('1')
    // Somebody else still gets through.
    const other = await newReporter(server)
    await beginUpload(other, [cart])
    expect(await codeOf(sendChunk(other, sha256, bytes))).toEqual([204, undefined])
    for (const sent of slow) {
      slow.delete(sent)
      sent.destroy()
    }
    const again = await until(
      () => sendChunk(app, sha256, bytes),
      ({ status }) => status !== 503,
    )
    expect(again.status).toBe(204)
  })
})
