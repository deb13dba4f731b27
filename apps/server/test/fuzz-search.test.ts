import { parseIssueQuery, queryKeys } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { fuzzRuns } from '../../../scripts/fuzz-runs.mjs'
import {
  forEachOf,
  fuzzInputs,
  fuzzRandom,
  fuzzSeed,
  fuzzTimeoutMs,
  hostileTexts,
  type Random,
  randomText,
} from './fuzz.ts'
import { countsMerged, newReporter } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const app = await newReporter(server)
for (let n = 0; n < 16; n += 1)
  await app.report({
    exception_type: `Fuzz${n}Error`,
    message: `${randomText(fuzzRandom(), 60)} ${n}`,
    fingerprint: [String(n)],
    level: ['fatal', 'error', 'warning', 'info'][n % 4],
    release: `shop@1.${n % 3}.0`,
    environment: n % 2 === 0 ? 'production' : 'staging',
    tags: { color: ['red', 'green'][n % 2], 'odd key': 'x:y' },
    user: { id: `u${n % 5}` },
  })
await countsMerged(server)

/** Every text is parsed; one in five is also queried. */
const searches = fuzzRuns(40_000)

const values = [
  'unresolved',
  'fatal',
  'error',
  'node',
  'ios',
  'shop@1.0.0',
  'production',
  'red',
  'u1',
  '>-7d',
  '<2026-01-01',
  '>=-1h',
  'me',
  'tag.color',
  'release',
  '-5m',
  '"',
  '*',
  '0',
]

function makeTerm(random: Random): string {
  const value = () =>
    random.pick([random.pick(values), random.pick(values), randomText(random, 30), random.pick(hostileTexts)])
  const quoted = (text: string) => (random.below(3) === 0 ? `"${text}"` : text)
  const key = random.pick([
    ...queryKeys,
    'tag.color',
    'tag.odd key',
    'tag.',
    'tag."odd key"',
    'nothing',
    '__proto__',
    '',
  ])
  const not = random.below(4) === 0 ? '!' : ''
  const kind = random.below(4)
  if (kind === 0) return `${not}${quoted(value())}`
  return `${not}${key}:${quoted(value())}`
}

function makeQuery(random: Random): string {
  if (random.below(10) === 0) return randomText(random, 200)
  const terms = Array.from({ length: 1 + random.below(random.below(10) === 0 ? 40 : 5) }, () => makeTerm(random))
  return terms.join(random.pick([' ', '  ', '\t', ' ! ', '']))
}

const others: Record<string, readonly string[]> = {
  status: ['all', 'unresolved', 'resolved', 'none', '__proto__'],
  sort: ['last_seen', 'first_seen', 'events', 'users', 'count', 'id; drop table issues'],
  limit: ['1', '100', '0', '101', '-1', '1e2', 'NaN'],
  environment: ['production', 'nowhere', ...hostileTexts.slice(0, 12)],
  release: ['shop@1.0.0', ...hostileTexts.slice(3, 9)],
  level: ['error', 'loud'],
  platform: ['ios', 'toaster'],
  assignee: ['me', 'none', 'usr_x'],
  from: ['2026-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 'yesterday', '+275760-09-13T00:00:00.001Z'],
  to: ['2030-01-01T00:00:00Z', '-1', '0000-00-00T00:00:00Z'],
  cursor: ['x', 'e30', 'eyJpZCI6MX0', '"', hostileTexts[17]!],
  sparkline: ['24h', '14d', '1y'],
}

function makeParams(random: Random): URLSearchParams {
  const params = new URLSearchParams()
  if (random.below(12) > 0) params.set('query', makeQuery(random))
  for (const [name, choices] of Object.entries(others))
    if (random.below(8) === 0) params.set(name, random.pick(choices))
  return params
}

it(
  'the parser never throws, and locates every mistake within the text',
  () => {
    const random = fuzzRandom()
    for (let n = 0; n < fuzzInputs; n += 1) {
      const text = makeQuery(random)
      const parsed = parseIssueQuery(text)
      if (parsed.ok) continue
      expect(parsed.errors.length).toBeGreaterThan(0)
      for (const { from, to, message } of parsed.errors) {
        if (!(from >= 0 && from <= to && to <= text.length && message !== ''))
          throw new Error(`seed ${fuzzSeed}: ${JSON.stringify(text)} → ${JSON.stringify(parsed.errors)}`)
      }
    }
  },
  fuzzTimeoutMs,
)

it(
  `no search of ${searches} breaks: it returns issues, or explains what is wrong`,
  async () => {
    const random = fuzzRandom()
    const statuses: Record<number, number> = {}
    await forEachOf(searches, 8, async () => {
      const params = makeParams(random)
      // Longer URLs are refused earlier.
      if (params.toString().length > 12_000) return
      const list = random.below(10) === 0 ? '/api/issues' : (`/api/projects/${app.project.id}/issues` as const)
      // Every response is checked against the OpenAPI document.
      const { status, body, errors } = await app.session.request('GET', `${list}?${params}`)
      statuses[status] = (statuses[status] ?? 0) + 1
      const isRight = status === 200 ? Array.isArray(body.issues) : status === 400 && errors !== undefined
      if (!isRight) throw new Error(`seed ${fuzzSeed}: ${list}?${params} → ${status} ${JSON.stringify(body)}`)
    })
    expect(Object.keys(statuses).sort()).toEqual(expect.arrayContaining(['200', '400']))
    expect(statuses[200]).toBeGreaterThan(searches / 20)
  },
  fuzzTimeoutMs,
)

it(
  'suggestions for any text are a list',
  async () => {
    const random = fuzzRandom()
    await forEachOf(searches / 10, 8, async () => {
      const params = new URLSearchParams({
        key: random.pick([...queryKeys, 'tag.color', randomText(random, 20)]),
        q: randomText(random, 40),
      })
      const { status } = await app.session.request('GET', `/api/projects/${app.project.id}/search/values?${params}`)
      if (status !== 200 && status !== 400) throw new Error(`seed ${fuzzSeed}: ${params} → ${status}`)
    })
  },
  fuzzTimeoutMs,
)

it('a term and its negation divide the issues between them', async () => {
  const random = fuzzRandom()
  const count = async (query: string) => {
    const { status, body } = await app.session.request(
      'GET',
      `/api/projects/${app.project.id}/issues?${new URLSearchParams({ query, status: 'all', limit: '100' })}`,
    )
    return status === 200 ? (body.issues.length as number) : undefined
  }
  const all = await count('')
  expect(all).toBe(16)
  let tried = 0
  for (let n = 0; n < 200; n += 1) {
    const term = makeTerm(random).replace(/^!+/, '')
    const parsed = parseIssueQuery(term)
    if (!parsed.ok || parsed.terms.length !== 1 || parsed.terms[0]!.not) continue
    const [held, opposite] = [await count(term), await count(`!${term}`)]
    if (held === undefined) continue
    expect(held + opposite!, `seed ${fuzzSeed}: ${term}`).toBe(all)
    tried += 1
  }
  expect(tried).toBeGreaterThan(20)
})
