import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { S3ObjectStore } from '../../apps/server/src/adapters/object-store-s3.ts'
import { objectStoreContract } from '../../apps/server/src/ports/object-store.contract.ts'
import { ObjectStoreUnavailable } from '../../apps/server/src/ports/object-store.ts'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { missing, S3Server } from './s3-server.ts'
import { type Moment, WatchedStore } from './watched-store.ts'

const entry = fileURLToPath(new URL('../../apps/server/dist/admin-main.js', import.meta.url))
/** Requests that a test sends at once. */
const connections = 8
let s3: S3Server
let store: WatchedStore

describe.skipIf(missing !== undefined)('with a real S3 server', () => {
  beforeAll(async () => {
    s3 = await S3Server.start()
    store = await WatchedStore.open(s3.port)
  })
  afterAll(async () => {
    store?.close()
    await s3?.stop()
  })
  const adapterOf = (change: { secretAccessKey?: string; bucket?: string; origin?: string } = {}) =>
    new S3ObjectStore({ origin: s3.origin, bucket: s3.bucket, ...s3.credentials, ...change })

  objectStoreContract('S3', async () => adapterOf())

  it.each([
    ['another secret', { secretAccessKey: 'wrong' }, /refused GET: 403/],
    ['a bucket that is missing', { bucket: 'no-such-bucket' }, /refused GET: 404 NoSuchBucket/],
    ['a port where nobody listens', { origin: 'http://127.0.0.1:1' }, /does not respond: /],
  ])('says what is wrong with %s', async (_name, change, sentence) => {
    for (const use of [() => adapterOf(change).check(), () => adapterOf(change).get('bugle/none')]) {
      const error = await use().catch((error: unknown) => error)
      expect(error).toBeInstanceOf(ObjectStoreUnavailable)
      expect((error as Error).message).toMatch(sentence)
    }
  })

  describe('an installation', () => {
    let server: BuiltServer
    let account: Account
    let project: Project
    /** The sent events, by id. */
    const sent = new Map<string, string>()
    beforeAll(async () => {
      server = await BuiltServer.install({ BUGLE_PACK_AFTER: '1s', BUGLE_OBJECTS: s3.setting(store.port) })
      server.start()
      await server.ready()
      account = await register(server.url, 'objects')
      project = await createProject(account, 'Objects')
    })
    afterAll(() => server?.remove())

    const send = async (exception_type: string, change: Record<string, unknown> = {}) => {
      const body = JSON.stringify({
        exception_type,
        message: 'packed',
        platform: 'ios',
        app_id: project.app_id,
        extra: { pad: randomBytes(3000).toString('base64') },
        ...change,
      })
      const headers = { 'content-type': 'application/json', 'x-service-token': project.ingestToken }
      const response = await fetch(`${server.url}/ingest`, { method: 'POST', headers, body })
      expect(response.status).toBe(202)
      const { event_id, issue_id } = (await response.json()) as { event_id: string; issue_id: string }
      return { event_id, issue_id, body }
    }
    /** Sends events that must stay readable byte for byte whatever happens. */
    const sendStaying = async (count: number, change: Record<string, unknown> = {}) => {
      const left = Array.from({ length: count }, (_, n) => `Kind${n % 4}`)
      await atOnce(left, async (type) => {
        const { event_id, body } = await send(type, change)
        sent.set(event_id, body)
      })
    }
    /** Counts the events that come back byte for byte. */
    const countReadable = async () => {
      let readable = 0
      const headers = { authorization: `Bearer ${account.token}` }
      await atOnce([...sent], async ([id, body]) => {
        const response = await fetch(`${server.url}/api/events/${id}?raw=1`, { headers })
        if ((await response.text()) === body) readable += 1
      })
      return readable
    }
    const show = async () => (await runAdmin(server, ['objects', 'show'], { BUGLE_OBJECTS: s3.setting() })).stdout
    const objectsIn = (text: string) => Number(/In the object store: (\d+)/.exec(text)?.[1])
    const storedKeys = async () => {
      const keys: string[] = []
      for await (const { key } of adapterOf().list('bugle/')) keys.push(key)
      return keys
    }
    /** Kills at the first such moment, all processes at once, and resolves then. */
    const killedAt = (moment: Moment, method: string, kill: () => Promise<unknown>, part = '') =>
      new Promise<void>((resolve, reject) => {
        let isDue = true
        store.at = async (now, requested, path) => {
          if (now !== moment || requested !== method || !path.includes(part) || !isDue) return undefined
          isDue = false
          await kill().then(() => resolve(), reject)
          return false
        }
      })
    const untilDeleted = () => expect.poll(show, { interval: 1000 }).not.toContain('wait until the server deletes them')
    const restart = async () => {
      store.at = () => undefined
      server.start()
      await server.ready()
    }
    const moments: Moment[] = ['before', 'done', 'answered']

    it('keeps 200 of 200 events byte for byte when it is killed at each step of packing', async () => {
      await killAtEach(moments, 'PUT', () => sendStaying(Math.ceil(200 / moments.length)))
      while (sent.size < 200) await sendStaying(1)
      await expect.poll(async () => objectsIn(await show()), { interval: 1000 }).toBeGreaterThan(3)
      expect([await countReadable(), sent.size]).toEqual([sent.size, sent.size])
    })

    it('and when it is killed at each step of a rewrite, and of the deletion of its former object', async () => {
      const before = (await storedKeys()).length
      const steps: { method: string; moment: Moment; issue_id: string }[] = []
      // Packed together.
      store.isAway = true
      for (const method of ['PUT', 'DELETE'])
        for (const moment of moments)
          steps.push({ method, moment, issue_id: (await send(`Going${method}${moment}`)).issue_id })
      await sendStaying(2 * steps.length)
      store.isAway = false
      await expect.poll(async () => (await storedKeys()).length, { interval: 200 }).toBeGreaterThan(before)
      for (const { method, moment, issue_id } of steps) {
        const killed = killedAt(moment, method, () => server.kill())
        // The kill may come before the response: the start repeats what the last step left, by a request of the same kind.
        await request(account, 'DELETE', `/api/issues/${issue_id}`).catch(() => {})
        await killed
        await restart()
        expect(await countReadable(), `${method} ${moment}`).toBe(sent.size)
      }
      await untilDeleted()
      expect(await countReadable()).toBe(sent.size)
    }, 600_000)

    it('and when it is killed at each step of the move of screenshots, which are in the events as they were sent', async () => {
      for (const moment of moments) {
        const killed = killedAt(moment, 'PUT', () => server.kill(), '/screenshots/')
        // A JPEG that ends at once, and bytes after its end.
        const screenshot = Buffer.concat([Buffer.from('ffd8ffd9', 'hex'), randomBytes(400_000)]).toString('base64')
        await sendStaying(2, { screenshot })
        await killed
        await restart()
        expect(await countReadable(), moment).toBe(sent.size)
      }
      const screenshots = async () => (await storedKeys()).filter((key) => key.includes('/screenshots/')).length
      await expect.poll(screenshots, { interval: 200 }).toBeGreaterThanOrEqual(2 * moments.length)
      expect(await countReadable()).toBe(sent.size)
    })

    it('goes on accepting and reading new events while the store is away, and says so', async () => {
      store.isAway = true
      await sendStaying(3)
      const ready = async () => (await (await fetch(`${server.url}/readyz`)).json()) as { objects?: string }
      await expect.poll(async () => (await ready()).objects).toBe('unavailable')
      const env = { BUGLE_OBJECTS: s3.setting(store.port) }
      const { stdout, status } = await runAdmin(server, ['doctor'], env)
      expect([status, /fail +objects/.test(stdout)]).toEqual([1, true])
      store.isAway = false
      await expect.poll(async () => (await ready()).objects).toBe('ok')
      await expect.poll(countReadable).toBe(sent.size)
    })

    it('moves payloads to the database and back, killed at each step, and shows no secret', async () => {
      await server.stop()
      const off = s3.setting(store.port, '&write=off')
      server.start({ BUGLE_OBJECTS: off })
      await server.ready()
      await killMoves('database', off, ['GET', 'GET', 'GET'])
      expect(await countReadable()).toBe(sent.size)
      expect(objectsIn(await show())).toBe(0)
      await untilDeleted()
      expect(await countReadable()).toBe(sent.size)
      await server.stop()
      const on = s3.setting(store.port)
      server.start({ BUGLE_OBJECTS: on })
      await server.ready()
      await killMoves('store', on, ['PUT', 'PUT', 'PUT'])
      expect(objectsIn(await show())).toBeGreaterThan(3)
      expect(await countReadable()).toBe(sent.size)
      expect(server.output).not.toContain(encodeURIComponent(s3.credentials.secretAccessKey))
      expect(server.output).not.toContain(s3.credentials.secretAccessKey)
    })

    /** Kills the server at each moment of a request of this method; what makes it send one follows before. */
    async function killAtEach(at: readonly Moment[], method: string, prepare: () => Promise<unknown>) {
      for (const moment of at) {
        // Nothing is packed before all is sent.
        store.isAway = true
        await prepare()
        const killed = killedAt(moment, method, () => server.kill())
        store.isAway = false
        await killed
        await restart()
        expect(await countReadable(), `${method} ${moment}`).toBe(sent.size)
      }
    }

    async function killMoves(to: 'store' | 'database', setting: string, methods: readonly string[]) {
      for (const [index, method] of methods.entries()) {
        const env = {
          ...process.env,
          BUGLE_DATA: server.dataDirectory,
          PORT: String(server.port),
          DATABASE_URL: '',
          BUGLE_OBJECTS: setting,
        }
        const child = spawn(process.execPath, [entry, 'objects', 'move', to], { env, stdio: 'ignore' })
        const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
        const killed = killedAt(moments[index]!, method, async () => {
          child.kill('SIGKILL')
          await ended
        })
        await Promise.race([killed, ended])
        store.at = () => undefined
        await ended
        expect(await countReadable(), `${to} ${moments[index]}`).toBe(sent.size)
      }
      const { status, stdout, stderr } = await runAdmin(server, ['objects', 'move', to], { BUGLE_OBJECTS: setting })
      expect([status, stderr]).toEqual([0, ''])
      expect(stdout).toContain('Moved ')
    }
  })
})

/** Does the same for each, several at once. */
async function atOnce<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const one of left) await work(one)
    }),
  )
}
