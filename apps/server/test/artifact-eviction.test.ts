import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { evictArtifacts } from '../src/domains/artifacts/index.ts'
import { newReporter, numberOf, type Reporter } from './reporter.ts'
import { startServer } from './start-server.ts'
import { beginUpload, sha256Of, uploadInChunks } from './upload-chunks.ts'

const server = await startServer({ digest: true })
const { pool } = server.database

const pathOf = (app: Reporter, id: number | null, rest = '') =>
  `/api/projects/${app.project.id}/artifacts/${id}${rest}` as const
const stateOf = async (app: Reporter, id: number | null): Promise<string> =>
  (await app.session.request('GET', pathOf(app, id))).body.artifact.state
const usedBy = async (app: Reporter): Promise<number> =>
  (
    await pool.query(
      'select coalesce(sum(stored_bytes), 0)::int8 as bytes from artifact_contents where project_id = $1',
      [numberOf(app)],
    )
  ).rows[0].bytes
const originalsOf = async (app: Reporter): Promise<number> =>
  (
    await pool.query('select count(distinct sha256)::int4 as n from artifact_originals where project_id = $1', [
      numberOf(app),
    ])
  ).rows[0].n

/** A map that hardly shrinks, different for each name. */
function mapOf(name: string): string {
  const noise = Array.from({ length: 2000 }, (_, n) => createHash('sha256').update(`${name}${n}`).digest('base64'))
  return JSON.stringify({ version: 3, sources: [name], sourcesContent: [noise.join('\n')], mappings: 'AAAA' })
}

async function evict(maxBytes: number): Promise<number> {
  const client = await pool.connect()
  try {
    return await evictArtifacts(client, { maxBytes, keepsAccounts: true })
  } finally {
    client.release()
  }
}

/** Uploads a map for each release, the first one used last. */
async function withReleases(count: number): Promise<{ app: Reporter; ids: number[] }> {
  const app = await newReporter(server)
  const ids: number[] = []
  for (let n = 1; n <= count; n++) {
    const file = { name: `${n}.js.map`, text: mapOf(`${app.project.id}/${n}`) }
    ids.push((await uploadInChunks(app, [file], { release: `1.${n}` })).files[0]!.artifact_id!)
  }
  return { app, ids }
}

describe('the disk budget of artifacts', () => {
  it('is kept by originals first, then by what was unused for longest, and never by the newest releases', async () => {
    const { app, ids } = await withReleases(5)
    await pool.query(
      'update artifacts set last_used_at = now() + interval $$1 hour$$ where project_id = $1 and id = $2',
      [numberOf(app), ids[0]],
    )
    const all = await usedBy(app)
    expect(await evict(all * 2)).toBe(0)
    // A little too much: the original of the map that was unused for longest is enough.
    expect(await evict(all / 0.88)).toBe(1)
    expect([await originalsOf(app), await stateOf(app, ids[1]!)]).toEqual([4, 'ready'])
    expect((await app.session.request('GET', pathOf(app, ids[1]!, '/original'))).code).toBe('payload_unavailable')
    // Far too much: both older releases go, the newest three stay.
    await evict(1)
    const states = await Promise.all(ids.map((id) => stateOf(app, id)))
    expect(states).toEqual(['evicted', 'evicted', 'ready', 'ready', 'ready'])
    expect(await originalsOf(app)).toBe(3)
    // Sent again, an evicted map is stored again.
    const file = { name: '1.js.map', text: mapOf(`${app.project.id}/1`) }
    expect((await beginUpload(app, [file])).body.missing).toEqual([sha256Of(file.text)])
    await uploadInChunks(app, [file], { release: '1.1' })
    expect(await stateOf(app, ids[0]!)).toBe('ready')
    await app.session.request('DELETE', `/api/projects/${app.project.id}/releases/1.1/artifacts`)
  })

  it('is taken from projects above their fair share alone', async () => {
    const { app: large, ids } = await withReleases(5)
    const { app: small, ids: kept } = await withReleases(1)
    const { rows } = await pool.query('select sum(stored_bytes)::int8 as bytes from artifact_contents')
    const own = await usedBy(small)
    await evict(rows[0].bytes / 0.95)
    expect(await usedBy(small)).toBe(own)
    expect(await stateOf(small, kept[0]!)).toBe('ready')
    expect(await originalsOf(large)).toBeLessThan(ids.length)
  })
})

describe('a download', () => {
  it('gives members the file as it was uploaded, and no browser shows it', async () => {
    const app = await newReporter(server)
    const file = { name: 'assets/a "b"é.js.map', text: mapOf('download') }
    const id = (await uploadInChunks(app, [file])).files[0]!.artifact_id
    const headers = { authorization: `Bearer ${app.session.token}`, 'accept-encoding': 'gzip' }
    const response = await fetch(`${server.url}${pathOf(app, id, '/original')}`, { headers })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''a%20%22b%22%C3%A9.js.map`,
      'x-content-type-options': 'nosniff',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()).toBe(file.text)
    const stranger = await newReporter(server)
    expect((await stranger.session.request('GET', pathOf(app, id, '/original'))).status).toBe(404)
    await app.session.request('DELETE', pathOf(app, id))
    const { body } = await app.session.request('GET', '/api/me/audit')
    expect(body.entries.slice(0, 2)).toMatchObject([
      { action: 'artifact.deleted', details: { project: app.project.id, name: file.name } },
      { action: 'artifact.downloaded' },
    ])
  })
})
