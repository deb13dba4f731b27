import type { IngestAcknowledgement } from '@bugle/protocol'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { hasDebianPostgres, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { type Account, createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { FakeClock } from '../harness/fake-clock.ts'
import { seededRandom } from '../harness/random.ts'
import { counted } from '../harness/shown.ts'
import { addBucket, type Bucket, withBucket } from './bucket.ts'
import { canHaveBucket, long, noBucket } from './expect-no-fault.ts'
import { appId } from './marked-event.ts'
import { Sender } from './sender.ts'
import { verify } from './verify.ts'

const hour = 3_600_000
/** A code is valid for one step. */
const stepMs = 30_000
const seed = Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000)
/** A day ahead, an hour back from there, and put right again; offsets from the real clock. */
const offsets = [24 * hour, 23 * hour, 0, ...(long ? [-hour, 0, -24 * hour, 0] : [])]

/** In CI nothing may be missing: there it fails. */
const isPossible = process.env.CI === 'true' || FakeClock.isPossible()

const noFakeTime = 'libfaketime is missing here, which has no package everywhere'

/** Servers whose clock jumps: Bugle alone, or its databases too. */
interface Jumping {
  isDatabaseToo: boolean
  hasBucket: boolean
}

const cases: [name: string, jumping: Jumping][] = [
  ['the server only', { isDatabaseToo: false, hasBucket: false }],
  ['the server and its database', { isDatabaseToo: true, hasBucket: false }],
  ['the server only, with a second bucket', { isDatabaseToo: false, hasBucket: true }],
  ['the server and the databases of accounts and a second bucket', { isDatabaseToo: true, hasBucket: true }],
]

describe('a clock that jumps', () => {
  it.for(cases)(
    'for %s: loses nothing, counts nothing twice and locks no one out',
    { timeout: 600_000 },
    async ([, jumping], { skip }) => {
      skip(!isPossible, noFakeTime)
      skip(jumping.hasBucket && !canHaveBucket, noBucket)
      skip(jumping.isDatabaseToo && !hasDebianPostgres, 'the embedded database keeps the real clock')
      const clock = new FakeClock()
      const environment = jumping.isDatabaseToo ? clock.environment : {}
      const database = jumping.isDatabaseToo ? await startDebianPostgres(environment) : undefined
      try {
        await withBucket(jumping.hasBucket, (bucket) => jump(clock, database?.url, bucket), { environment })
      } finally {
        await database?.stop()
        clock.remove()
      }
    },
  )
})

/** Sends events throughout, and acts as users do at each time of the clock. */
async function jump(clock: FakeClock, databaseUrl: string | undefined, bucket: Bucket | undefined): Promise<void> {
  const isDatabaseToo = databaseUrl !== undefined
  const database = isDatabaseToo ? { DATABASE_URL: databaseUrl, PGSSLMODE: 'disable' } : {}
  const server = await BuiltServer.install({
    BUGLE_INGEST_RATE: '1000000',
    ...clock.environment,
    ...database,
    ...bucket?.environment,
  })
  try {
    server.start()
    await server.ready()
    if (bucket !== undefined) await addBucket(server, bucket, database)
    const account = await register(server.url, 'clock')
    const projects = [await createProject(account, 'first', appId)]
    if (bucket !== undefined) projects.push(await createProject(account, 'second', appId))
    const beside = await createProject(account, 'beside', appId)
    const guessed = await register(server.url, 'guessed')
    const ann = await enrol(await register(server.url, 'ann'), clock)
    const random = seededRandom(seed)
    const sender = new Sender({ port: server.port, projects, random, connections: 16 })
    sender.start(40)
    for (const offset of offsets) {
      // Limits go by the clock of the database.
      const isGuessing = isDatabaseToo && clock.now() - Date.now() > hour / 2
      for (let n = 0; isGuessing && n < 5; n += 1) await logIn(guessed, 'a wrong password')
      if (isGuessing) expect((await logIn(guessed)).status).toBe(429)
      await clock.set(offset, server.url)
      const response = await sender.next(202)
      expect(response, `seed ${seed}: no 202\n${server.output.slice(-3000)}`).toBeDefined()
      await expectDigested(account, beside)
      await request(account, 'GET', '/api/auth/me')
      await expectCode(ann, clock)
      expect((await logIn(guessed)).status).toBe(200)
    }
    await sender.finish(60_000)
    const { faults } = await verify(account, projects, sender, random, 1e9)
    expect(faults.slice(0, 20), `seed ${seed}\n${server.output.slice(-2000)}`).toEqual([])
    await server.stop()
  } finally {
    await server.remove()
  }
}

interface Enrolled extends Account {
  totp: TOTP
  /** Codes that were accepted: each is valid once. */
  used: Set<string>
}

async function enrol(account: Account, clock: FakeClock): Promise<Enrolled> {
  const { password } = account
  const { secret } = await request(account, 'POST', '/api/me/totp', { password })
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: clock.now() })
  await request(account, 'POST', '/api/me/totp/confirm', { code })
  return { ...account, totp, used: new Set([code]) }
}

/** The code of now is right at once; when it is used up, the one of the next step, and then that of a later minute. */
async function expectCode(ann: Enrolled, clock: FakeClock): Promise<void> {
  const { totp_token } = (await logIn(ann)).body as { totp_token: string }
  const unused = () =>
    [0, stepMs]
      .map((ahead) => ann.totp.generate({ timestamp: clock.now() + ahead }))
      .find((code) => !ann.used.has(code))
  while (unused() === undefined) await pause(1000)
  const code = unused()!
  ann.used.add(code)
  expect((await post(ann.url, '/api/auth/login/totp', { totp_token, code })).status).toBe(200)
}

/** An event sent now can be read, as it was sent. */
async function expectDigested(account: Account, { ingestToken }: Project): Promise<void> {
  const event = { exception_type: 'JumpError', message: 'after a jump', platform: 'node', app_id: appId }
  const { status, body } = await post(account.url, '/ingest', event, ingestToken)
  expect(status).toBe(202)
  const { event_id } = body as IngestAcknowledgement
  expect((await counted(account, event_id)).message).toBe('after a jump')
}

function logIn({ url, email, password }: Account, wrong?: string) {
  return post(url, '/api/auth/login', { email, password: wrong ?? password })
}

async function post(url: string, path: string, body: unknown, ingestToken?: string) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-client': 'cli',
      ...(ingestToken === undefined ? {} : { 'x-service-token': ingestToken }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}
