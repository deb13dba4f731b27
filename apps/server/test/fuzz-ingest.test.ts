import { inspect } from 'node:util'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { parseBoundId } from '@bugle/protocol'
import { expect, it } from 'vitest'
import {
  forEachOf,
  fuzzInputs,
  fuzzRandom,
  fuzzSeed,
  fuzzTimeoutMs,
  hostileTexts,
  hostileValue,
  type Random,
  randomText,
} from './fuzz.ts'
import { digested, jpeg, newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true, env: { BUGLE_INGEST_RATE: '1000000' } })
const app = await newReporter(server)

const whole = () => ({
  exception_type: 'TypeError',
  message: 'Cannot read properties of undefined',
  platform: 'node',
  app_id: 'com.example.shop',
  stack: 'TypeError: x\n    at pay (/srv/shop/cart.js:12:7)\n    at run (/srv/shop/main.js:1:1)',
  level: 'error',
  release: 'shop@1.2.3',
  environment: 'production',
  dist: '7',
  timestamp: new Date().toISOString(),
  tags: { a: 'b', n: 1, t: true },
  user: { id: 'u1' },
  contexts: { device: { model: 'x' }, app: { version: '1' }, os: { name: 'y' } },
  mechanism: { type: 'onerror', handled: false },
  breadcrumbs: [{ category: 'ui', message: 'click', ts: 1_700_000_000_000, data: { a: 1 } }],
  exceptions: [{ exception_type: 'Cause', message: 'why', stack: null }],
  fingerprint: ['{{ default }}', 'x'],
  extra: { a: { b: [1, 2, 3] } },
  sdk: { name: 'fuzz', version: '1' },
  client_drops: [{ reason: 'sampled', count: 1 }],
  repeat: 2,
  debug_meta: { images: [] },
})

type Holder = Record<string, unknown> | unknown[]

/** Chooses a random position in the value. */
function somewhere(random: Random, root: Holder): { holder: Holder; key: string } {
  let holder: Holder = root
  for (;;) {
    const keys = Object.keys(holder)
    const key = keys.length === 0 ? 'x' : random.pick(keys)
    const inner = (holder as Record<string, unknown>)[key]
    if (typeof inner !== 'object' || inner === null || random.below(2) === 0) return { holder, key }
    holder = inner as Holder
  }
}

function mutate(random: Random, event: Record<string, unknown>): void {
  const { holder, key } = somewhere(random, event)
  const slots = holder as Record<string, unknown>
  const kind = random.below(6)
  if (kind === 0) delete slots[key]
  else if (kind === 1) slots[random.pick([...Object.keys(whole()), ...hostileTexts])] = hostileValue(random)
  else if (kind === 2 && typeof slots[key] === 'string') slots[key] = `${slots[key]}${randomText(random, 200)}`
  else slots[key] = hostileValue(random)
}

function damage(random: Random, bytes: Buffer): Buffer {
  const at = random.below(bytes.length)
  const kind = random.below(4)
  if (kind === 0) return bytes.subarray(0, at)
  if (kind === 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + random.below(20)))])
  const changed = Buffer.from(bytes)
  if (kind === 2) changed[at] = random.below(256)
  else changed.copy(changed, at, random.below(bytes.length), Math.min(bytes.length, at + random.below(50)))
  return changed
}

/** At the lowest level: better compression would take most of the time of an input. */
const brotli = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

interface Input {
  body: Buffer<ArrayBuffer>
  headers: Record<string, string>
  /**
   * The body to be read back byte for byte. Undefined if it is not determined: brotli has no checksum, so a damaged
   * body may become another event, and a known key returns the first event.
   */
  plain: Buffer | undefined
}

function makeInput(random: Random): Input {
  const event: Record<string, unknown> = whole()
  if (random.below(20) === 0) event.screenshot = jpeg.toString('base64')
  for (let n = random.below(4); n > 0; n -= 1) mutate(random, event)
  let plain: Buffer = Buffer.from(JSON.stringify(event))
  if (random.below(5) === 0)
    for (let n = 1 + random.below(3); n > 0 && plain.length > 0; n -= 1) plain = damage(random, plain)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (random.below(30) === 0)
    headers['content-type'] = random.pick([
      'text/plain',
      'application/json; charset=x',
      'application/jsonx',
      '\tapplication/json',
    ])
  if (random.below(20) === 0) headers['idempotency-key'] = randomText(random, 30).replaceAll(/[^\x21-\x7e]/g, '')
  const known = headers['idempotency-key'] === undefined ? plain : undefined
  const encoding = random.below(12)
  if (encoding > 3) return { body: Buffer.from(plain), headers, plain: known }
  const [name, compress] = (
    [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotli],
      ['gzip', (bytes: Buffer) => bytes],
    ] as const
  )[encoding]!
  headers['content-encoding'] = random.below(20) === 0 ? 'zstd' : name
  let body = Buffer.from(compress(plain))
  const isDamaged = random.below(4) === 0 && body.length > 0
  if (isDamaged) body = Buffer.from(damage(random, body))
  return { body, headers, plain: isDamaged ? undefined : known }
}

const describe = ({ headers, body }: Input) =>
  `${JSON.stringify(headers)}, ${body.length} bytes, ${body.toString('base64').slice(0, 2000)}`

const expected = new Set([202, 400, 403, 413, 415])

it(
  `no input of ${fuzzInputs} breaks ingest, and accepted events can be read back`,
  async () => {
    const random = fuzzRandom()
    const statuses: Record<number, number> = {}
    const wrong: string[] = []
    const accepted = new Map<string, Buffer | undefined>()
    /** Requests with 503 or without a response: the event may be stored. Clients retry, also on a busy machine. */
    let unanswered = 0
    const ask = async ({ headers, body }: Input) => {
      const response = await fetch(`${server.url}/ingest`, {
        method: 'POST',
        headers: { ...headers, 'x-service-token': app.token },
        body: new Uint8Array(body),
      })
      return { response, text: await response.text() }
    }
    const answerTo = async (input: Input, n: number) => {
      for (let lost = 0; ; unanswered += 1) {
        const answer = await ask(input).catch((error: Error) => {
          lost += 1
          // Printed at once, because each needs an explanation.
          console.warn(`seed ${fuzzSeed}, ${n}: ${inspect(error.cause)} for ${describe(input)}`)
          // An input that ends its connection each time is itself at fault.
          if (lost === 3) throw error
          return undefined
        })
        const isBusy = answer?.response.status === 503 && answer.response.headers.get('retry-after') !== null
        if (answer !== undefined && !isBusy) return answer
      }
    }
    const events = async () =>
      (await server.database.pool.query('select count(*) as n from events')).rows[0].n as number
    await forEachOf(fuzzInputs, 16, async (n) => {
      const input = makeInput(random)
      const { response, text } = await answerTo(input, n)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      const answer = parse(text)
      const isRight =
        response.status === 202
          ? /^evt_\w+$/.test(answer.event_id ?? '') && /^iss_\w+$/.test(answer.issue_id ?? '')
          : expected.has(response.status) &&
            /^[a-z_]+$/.test(answer.code ?? '') &&
            /^req_/.test(answer.request_id ?? '')
      if (!isRight) wrong.push(`${n}: ${response.status} ${text.slice(0, 200)} for ${describe(input)}`)
      if (response.status === 202 && !accepted.has(answer.event_id!)) accepted.set(answer.event_id!, input.plain)
    })
    expect(wrong, `seed ${fuzzSeed}`).toEqual([])
    // Inputs that are always refused, or always accepted, would test nothing.
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['202', '400', '403', '415']))
    expect(statuses[202]).toBeGreaterThan(fuzzInputs / 4)
    expect(statuses[400]).toBeGreaterThan(fuzzInputs / 10)

    await digested(server)
    expect(await events()).toBeGreaterThanOrEqual(accepted.size)
    expect(await events()).toBeLessThanOrEqual(accepted.size + unanswered)
    const ids = [...accepted.keys()]
    const lost = await missing(ids)
    expect(lost, `seed ${fuzzSeed}`).toEqual([])
    // One in twenty is read through the API, whole and byte for byte.
    await forEachOf(Math.floor(ids.length / 20), 8, async (n) => {
      const id = ids[n * 20]!
      await app.readEvent(id)
      const plain = accepted.get(id)
      if (plain !== undefined && !/"(event_id|screenshot)"/.test(plain.toString()))
        expect(
          (await app.readRaw(id)).equals(plain),
          `seed ${fuzzSeed}: ${id} ${plain.toString('base64').slice(0, 2000)}`,
        ).toBe(true)
    })
    const { status } = await app.session.request('GET', `/api/projects/${app.project.id}/issues?status=all&limit=100`)
    expect(status).toBe(200)
  },
  fuzzTimeoutMs,
)

async function missing(ids: string[]): Promise<string[]> {
  const uuids = ids.map((id) => parseBoundId('evt', id)!.uuid)
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select u.id::text as id from unnest($1::uuid[]) as u (id) where not exists (select from events e where e.event_id = u.id)',
    [uuids],
  )
  return rows.map(({ id }) => id)
}

function parse(text: string): Record<string, string | undefined> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
