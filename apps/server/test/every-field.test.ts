import { parsePlainId } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { makeOperator } from '../src/admin/organizations.ts'
import { forEachOf } from './fuzz.ts'
import { createTeam } from './organization.ts'
import { countsMerged, jpeg, newReporter, numberOf } from './reporter.ts'
import { channelOf } from './routes.ts'
import { startServer, type TestResponse } from './start-server.ts'
import { uploadMap } from './upload-map.ts'

// Tries every field of every body, every parameter and every cursor of the OpenAPI document with values that have
// broken servers like this one. New routes are covered automatically.

const server = await startServer({
  digest: true,
  passwordsAreSecret: false,
  limits: { loginFailures: 10_000, loginFailuresEmail: 100_000 },
})
const ann = await newReporter(server)
await server.database.pool.query(
  `insert into feedback (project_id, message, created_at) select $1, n::text, now() from generate_series(1, 2) as n`,
  [numberOf(ann)],
)

/** Creates two of everything that can be listed, so that every list has a second page. */
const { event_id, issue_id } = await ann.report({
  release: '1.0',
  user: { id: 'u-1' },
  screenshot: jpeg.toString('base64'),
})
await ann.report({ release: '2.0', user: { id: 'u-2' } })
const other = (await ann.report({ exception_type: 'RangeError' })).issue_id
for (const exception_type of ['First', 'Second']) await ann.report({ exception_type })
await countsMerged(server)
await ann.session.createProject()
const ask = ann.session.request
const askRaw = ann.session.raw
for (const text of ['One.', 'Two.']) await ask('POST', `/api/issues/${issue_id}/comments`, { body: { text } })
for (const id of ['u-1', 'u-2']) await ask('GET', `/api/projects/${ann.project.id}/people/${id}`)
for (const name of ['One', 'Two']) await ask('POST', '/api/me/api-tokens', { body: { name, scopes: ['issue:read'] } })
for (const name of ['a.ts', 'b.ts'])
  await uploadMap(ann, JSON.stringify({ version: 3, sources: [name], sourcesContent: ['a()'], mappings: 'AAAA' }))
await ask('POST', '/api/views', { body: { name: 'First', filter: {} } })
const { id: view } = (await ask('POST', '/api/views', { body: { name: 'Second', filter: {} } })).body.view
const { undo_id: undo } = (await ask('POST', `/api/issues/${issue_id}/merge`, { body: { ids: [other] } })).body

// An organization of its own, which the requests may change.
const { organization } = (await ask('POST', '/api/organizations', { body: { name: 'Fields' } })).body
const { id: team } = await createTeam(ann.session, organization.id, { name: 'First' })
await createTeam(ann.session, organization.id, { name: 'Second' })
const channel = await channelOf(server, organization.id)
await server.database.pool.query(
  `insert into deliveries (id, channel_id, event, due_at, done_at, outcome)
   select gen_random_uuid(), c.id, 'test', now(), now(), 'delivered' from channels c, generate_series(1, 2)`,
)
const ruleBody = { name: 'A', triggers: ['issue.new' as const], channel_ids: [channel] }
const { rule } = (await ask('POST', `/api/organizations/${organization.id}/alert-rules`, { body: ruleBody })).body
const { body: watched } = await ask('POST', '/api/projects', {
  body: { name: 'Watched', app_id: 'com.example.watched', organization_id: organization.id },
})
await server.database.pool.query(
  `insert into alert_incidents (project_id, rule_id, issue_id, trigger)
   select $1, $2, gen_random_uuid(), 'issue.new' from generate_series(1, 4)`,
  [numberOf(watched), parsePlainId('rul', rule.id)],
)
const { id: annId } = await ann.session.me()
await server.register()
await makeOperator(server.database.pool, ann.session.email, { isDryRun: false, print: () => {}, isRemoved: false })

const ids: Record<string, string> = {
  '/api/projects/': ann.project.id,
  '/api/issues/': issue_id,
  '/api/events/': event_id,
  '/api/undo/': undo!,
  '/api/views/': view,
  '/api/organizations/': organization.id,
  '/api/me/tokens/': '1',
  '/api/me/api-tokens/': '1',
  '/api/me/passkeys/': '1',
}
const fill = (path: string) => {
  if (!path.includes('{')) return path
  const id = ids[path.slice(0, path.indexOf('{'))]
  if (id === undefined) throw new Error(`This test needs an id for ${path}.`)
  return path
    .replace(/\{id\}/, id)
    .replace('{user_id}', path.startsWith('/api/organizations/') ? annId : 'u-1')
    .replace('{team_id}', team)
    .replace('{channel_id}', channel)
    .replace('{rule_id}', rule.id)
    .replace('{upload_id}', '1')
    .replace('{version}', '1.0')
}

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const operations = Object.entries(server.openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    ...(operation as Operation),
  })),
)

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolved(server.openapi.components.schemas[name] as Schema)
}

/** Returns the fields of a body, over all its variants. */
function propertiesOf(schema: Schema): Record<string, Schema> {
  const { properties, anyOf = [] } = resolved(schema)
  return Object.assign({}, ...anyOf.map(propertiesOf), properties)
}

/** Creates a value that a schema accepts, or nearly: formats are ignored. */
function sampleOf(schema: Schema): unknown {
  const { type, enum: values, const: only, anyOf, items, properties = {}, required = [], minimum } = resolved(schema)
  if (only !== undefined) return only
  if (values !== undefined) return values[0]
  if (anyOf !== undefined) return sampleOf(anyOf[0]!)
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return items === undefined ? [] : [sampleOf(items)]
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]!)]))
  return 'ann@example.com'
}

const texts = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  'é'.repeat(5000),
  '9'.repeat(400),
  '-1',
  '1e400',
  "'; drop table issues; --",
  '%s%n\r\nx-injected: 1',
  '../../etc/passwd',
  '__proto__',
  '+275760-09-13T00:00:00.001Z',
  '0001-01-01T00:00:00Z',
]
const deep = (depth: number): unknown => (depth === 0 ? 'leaf' : [deep(depth - 1)])
const values = [
  ...['', '\0', 'a\0b', '\ud800', 'é'.repeat(5000), "'; drop table issues; --", '%s%n\r\nx-injected: 1', '__proto__'],
  ...[null, true, -1, 1e300, 2 ** 53, [], ['\0'], { constructor: { prototype: {} } }, deep(2000)],
]

/** Creates objects for a field with nested fields, each with a text that PostgreSQL cannot store. */
function nestedIn(schema: Schema): object[] {
  const sample = sampleOf(schema) as object
  return Object.keys(propertiesOf(schema)).flatMap((name) =>
    ['\ud800', 'a\0b', ['\ud800\0']].map((value) => ({ ...sample, [name]: value })),
  )
}

/** Every run tries half of the values, alternating; the long suite tries all. */
const share = process.env.BUGLE_LONG === '1' ? 1 : 2
let turn = 0

/**
 * Sends each value, a few at a time: the request is refused or succeeds, with a response as in the OpenAPI document.
 */
async function expectNoBreak<T>(all: readonly T[], askWith: (one: T) => Promise<TestResponse<unknown>>): Promise<void> {
  turn += 1
  const some = all.filter((_, n) => (n + turn) % share === 0)
  await forEachOf(some.length, 4, async (n) => {
    const { status } = await askWith(some[n]!)
    expect(status, JSON.stringify(some[n]).slice(0, 100)).toBeLessThan(500)
  })
}

const inQuery = operations.map((one) => ({
  ...one,
  names: (one.parameters ?? []).filter(({ in: location }) => location === 'query'),
}))
describe('no query parameter breaks the server', () => {
  it.each(inQuery.filter(({ names }) => names.length > 0).map((one) => [one.name, one] as const))(
    '%s',
    async (_, { method, path, names }) => {
      const needed = names
        .filter(({ required }) => required)
        .map(({ name, schema }) => [name, String(sampleOf(schema))])
      for (const { name } of names) {
        const queries = texts.map((text) => `${new URLSearchParams({ ...Object.fromEntries(needed), [name]: text })}`)
        queries.push(`${name}=a&${name}=b`, `${name}[]=a`, `${name}[a]=b`, `${name}=%ff`, `${name}=%`)
        const short = queries.filter(({ length }) => length < 8000)
        await expectNoBreak(short, (query) => askRaw(method, `${fill(path)}?${query}`))
      }
    },
  )
})

const lists = inQuery.filter(
  ({ method, path, names }) =>
    method === 'GET' && !path.endsWith('.csv') && names.some(({ name }) => name === 'cursor'),
)
describe('no forged cursor breaks the server', () => {
  it.each(lists.map((one) => [one.name, one] as const))('%s', async (_, { path }) => {
    const first = await askRaw<{ next_cursor: string }>('GET', `${fill(path)}?limit=1`)
    const position = JSON.parse(Buffer.from(first.body.next_cursor, 'base64url').toString())
    for (const key of Object.keys(position)) {
      const made = values.map((value) =>
        Buffer.from(JSON.stringify({ ...position, [key]: value })).toString('base64url'),
      )
      const short = made.filter(({ length }) => length < 8000)
      await expectNoBreak(short, (cursor) => askRaw('GET', `${fill(path)}?limit=1&cursor=${cursor}`))
    }
  })

  it('a cursor of somebody else’s list reveals nothing of it', async () => {
    const path = '/api/issues?status=all&sort=events&limit=1'
    const { next_cursor } = (await ask('GET', path)).body
    expect(JSON.parse(Buffer.from(next_cursor!, 'base64url').toString())).toHaveProperty('list')
    const bob = await newReporter(server)
    const { body } = await bob.session.request('GET', `${path}&cursor=${next_cursor}`)
    expect(body.issues ?? []).toEqual([])
  })
})

/** Events are covered by fuzz-ingest. */
const withBody = operations.filter(
  ({ path, requestBody }) => requestBody !== undefined && !/\/(ingest|preview)$/.test(path),
)
// Last, because this changes the data that the others read.
describe('no field of a body breaks the server', () => {
  it.each(withBody.map((one) => [one.name, one] as const))('%s', async (_, { method, path, requestBody }) => {
    const properties = propertiesOf(requestBody!.content['application/json']!.schema)
    const base = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)]))
    expect(Object.keys(properties)).not.toEqual([])
    for (const [name, schema] of Object.entries(properties)) {
      const all = [...values, ...nestedIn(schema)]
      await expectNoBreak(all, (value) => askRaw(method, fill(path), { body: { ...base, [name]: value } }))
    }
    const odd = ['null', '[]', '"x"', '{"__proto__":{"name":"x"}}', '{"constructor":{"prototype":{"name":"x"}}}']
    const headers = { 'content-type': 'application/json' }
    await expectNoBreak(odd, (rawBody) => askRaw(method, fill(path), { rawBody, headers }))
    expect(({} as { name?: string }).name).toBeUndefined()
  })
})
