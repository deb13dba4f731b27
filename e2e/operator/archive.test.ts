import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FolderObjectStore } from '../../apps/server/src/adapters/object-store-folder.ts'
import { S3ObjectStore } from '../../apps/server/src/adapters/object-store-s3.ts'
import type { ObjectStore } from '../../apps/server/src/ports/object-store.ts'
import { appId } from '../faults/marked-event.ts'
import { Sender } from '../faults/sender.ts'
import { verify } from '../faults/verify.ts'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { seededRandom } from '../harness/random.ts'
import { missing, S3Server } from '../objects/s3-server.ts'

const random = seededRandom(Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000))

let s3: S3Server | undefined
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bugle-archive-'))
  if (missing === undefined) s3 = await S3Server.start()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await s3?.stop()
})

/** Where an archive is: the setting, and the store that it names. */
interface Place {
  setting: string
  store: ObjectStore
}

const places: [name: string, place: (name: string) => Place, isMissing: boolean][] = [
  ['a folder', (name) => ({ setting: join(folder, name), store: new FolderObjectStore(join(folder, name)) }), false],
  [
    'a real S3 server',
    (name) => ({
      setting: s3!.setting().replace('?', `/${name}?`),
      store: new S3ObjectStore({ origin: s3!.origin, bucket: s3!.bucket, prefix: `${name}/`, ...s3!.credentials }),
    }),
    missing !== undefined,
  ],
]

describe.each(places)('in %s', (_name, placeOf, isMissing) => {
  describe.skipIf(isMissing)('the archive of a lost machine', () => {
    let place: Place
    let settings: Record<string, string>
    let account: Account
    let projects: Project[]
    let sender: Sender
    /** A second between the first events and what came later. */
    let moment: string

    beforeAll(async () => {
      place = placeOf('shop')
      settings = { BUGLE_ARCHIVE: place.setting, BUGLE_INGEST_RATE: '1000000' }
      const server = await BuiltServer.install(settings)
      server.start()
      await server.ready()
      account = await register(server.url, 'operator')
      projects = [await createProject(account, 'first', appId), await createProject(account, 'second', appId)]
      while ((await basesIn(place.store)).length === 0) await pause(50)
      sender = new Sender({ port: server.port, projects, random })
      sender.start(150)
      while (sender.notes.filter(({ outcome }) => outcome === 'acknowledged').length < 300) await pause(50)
      await sender.finish()
      await nextSecond()
      moment = `${new Date().toISOString().slice(0, 19)}Z`
      await nextSecond()
      await createProject(account, 'late', appId)
      await archived(server, place.store)
      // The machine is lost with everything on it.
      await server.kill()
      await server.remove()
    })

    it('restores a second, and goes on from there', async () => {
      const target = await BuiltServer.installEmpty(settings)
      try {
        const dry = await runAdmin(target, ['restore', '--to', moment, '--dry-run'], settings)
        expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('nothing was changed') })
        expect(existsSync(join(target.dataDirectory, 'postgres', 'cluster'))).toBe(false)

        const restored = await runAdmin(target, ['restore', '--to', moment, '--keep-sessions'], settings)
        expect([restored.status, restored.stderr]).toEqual([0, ''])
        expect(restored.stdout).toContain(`as of ${new Date(moment).toISOString()}`)
        expect(target.processes()).toEqual([])
        target.start()
        await target.ready()
        const there = { ...account, url: target.url }
        expect(await namesOf(there)).toEqual(['first', 'second'])
        const { faults, read } = await verify(there, projects, sender, random, 1e9)
        expect(faults).toEqual([])
        expect(read).toBeGreaterThanOrEqual(300)

        const running = await runAdmin(target, ['restore', '--to', 'latest', '--replace'], settings)
        expect(running).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop it first') })

        // The new history is archived beside the one that once followed the same second.
        await expect.poll(() => basesIn(place.store)).toHaveLength(2)
        await createProject(there, 'third', appId)
        await target.stop()
        const kept = await runAdmin(target, ['restore', '--to', 'latest'], settings)
        expect(kept).toMatchObject({ status: 1, stderr: expect.stringContaining('Add --replace') })
        const latest = await runAdmin(target, ['restore', '--to', 'latest', '--replace', '--keep-sessions'], settings)
        expect([latest.status, latest.stderr]).toEqual([0, ''])
        expect(latest.stdout).toMatch(/is now .*cluster\.before-\w+; delete it/)
        target.start()
        await target.ready()
        expect(await namesOf(there)).toEqual(['first', 'second', 'third'])
      } finally {
        await target.remove()
      }
    })

    it('says why it cannot restore a moment', async () => {
      const target = await BuiltServer.installEmpty(settings)
      const restore = async (args: string[], environment: Record<string, string> = settings) => {
        const { status, stderr } = await runAdmin(target, ['restore', ...args], environment)
        expect(stderr).not.toMatch(/\n\s+at /)
        return status === 1 ? stderr : 'restored'
      }
      try {
        expect(await restore([])).toContain('Name the file of a backup, or a moment with --to')
        expect(await restore(['--to', 'yesterday'])).toContain('2027-01-31T12:00Z')
        expect(await restore(['--to', 'latest'], {})).toContain('Set BUGLE_ARCHIVE')
        expect(await restore(['--to', '2020-01-01'])).toContain('reaches back to')
        expect(await restore(['--to', 'latest'], { BUGLE_ARCHIVE: target.dataDirectory })).toContain('no complete base')
        expect(existsSync(join(target.dataDirectory, 'postgres', 'cluster'))).toBe(false)
        expect(await restore(['--to', '2100-01-01'])).toContain('The archive does not reach 2100')
        // It did not become a database of some other moment.
        target.start()
        expect(await target.exited).toMatchObject({ code: 1 })
        expect(target.output).toContain('A restore from the archive did not come to its end')

        const newest = (await basesIn(place.store)).at(-1)
        const { store } = place
        const cut = async (keys: readonly string[]) => {
          const whole = new Map<string, Buffer>()
          for (const key of keys) whole.set(key, (await store.get(key))!)
          for (const [key, bytes] of whole) await store.put(key, bytes.subarray(0, -1))
          return async () => {
            for (const [key, bytes] of whole) await store.put(key, bytes)
          }
        }
        const mendPart = await cut([`bases/${newest}/1.br`])
        expect(await restore(['--to', 'latest', '--replace'])).toContain(`The archive is damaged: bases/${newest}/`)
        await mendPart()
        const segments = (await keysIn(store, 'wal/')).filter((key) => /^wal\/[0-9A-F]{24}\.br$/.test(key))
        const mendLog = await cut(segments)
        expect(await restore(['--to', 'latest', '--replace'])).toContain('The archive is damaged: wal/')
        await mendLog()
        expect(await restore(['--to', 'latest', '--replace'])).toBe('restored')
      } finally {
        await target.remove()
      }
    })

    it('is not another installation’s', async () => {
      const other = await BuiltServer.installEmpty(settings)
      try {
        other.start()
        await other.ready()
        await expect.poll(() => other.output).toContain('BUGLE_ARCHIVE holds the archive of another installation')
        const refused = await runAdmin(other, ['doctor'], settings)
        expect(refused.stdout).toMatch(/^fail {2}archive/m)
      } finally {
        await other.remove()
      }
    })
  })

  it.skipIf(isMissing)(
    'a stop during a base does not wait for a large file, and the next start makes the base',
    async () => {
      const place = placeOf('stopped')
      const server = await BuiltServer.install({ BUGLE_ARCHIVE: place.setting })
      try {
        server.start()
        await server.ready()
        await expect.poll(() => basesIn(place.store)).toHaveLength(1)
        await server.stop()
        // A base is due again, and has a file of many thousand parts, of which no disk is used.
        const cluster = join(server.dataDirectory, 'postgres', 'cluster')
        const large = join(cluster, 'base', 'large')
        writeFileSync(large, '')
        truncateSync(large, parts * 4 * 1024 * 1024)
        rmSync(join(server.dataDirectory, 'postgres', 'archived'))
        const partsOfBases = async () =>
          (await keysIn(place.store, 'bases/')).filter((key) => key.endsWith('.br')).length
        const first = await partsOfBases()
        server.start()
        await server.ready()
        await expect.poll(partsOfBases).toBeGreaterThan(2 * first)
        expect(await server.stop()).toMatchObject({ code: 0 })
        expect(await basesIn(place.store)).toHaveLength(1)
        expect(await partsOfBases()).toBeLessThan(parts)
        rmSync(large)
        server.start()
        await server.ready()
        await expect.poll(() => basesIn(place.store)).toHaveLength(2)
      } finally {
        await server.remove()
      }
    },
  )
})

/** Parts of a base that take minutes. */
const parts = 16_384

/** Waits until the clock shows another second, and a moment longer. */
async function nextSecond(): Promise<void> {
  await pause(1020 - (Date.now() % 1000))
}

/** The complete bases, oldest first. */
async function basesIn(store: ObjectStore): Promise<string[]> {
  return (await keysIn(store, 'bases/')).flatMap((key) => /^bases\/([^/]+)\.json$/.exec(key)?.[1] ?? [])
}

async function keysIn(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys
}

async function namesOf(there: Account): Promise<string[]> {
  const { projects: found } = await request(there, 'GET', '/api/projects')
  return found.map(({ name }) => name).sort()
}

/** Waits until everything that was written is archived; by itself that takes a minute. */
async function archived(server: BuiltServer, store: ObjectStore): Promise<void> {
  const own = join(server.dataDirectory, 'postgres')
  const password = readFileSync(join(own, 'password'), 'utf8').trim()
  const client = new pg.Client({ host: join(own, 'cluster'), user: 'postgres', database: 'postgres', password })
  await client.connect()
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as segment')
  await client.end()
  const segment = (rows as [{ segment: string }])[0].segment
  while ((await store.get(`wal/${segment}.br`)) === undefined) await pause(50)
}
