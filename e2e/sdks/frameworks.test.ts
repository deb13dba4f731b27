import { join } from 'node:path'
import type { EventView } from '@bugle/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Host } from './host.ts'
import { eventsOf, issuesOf, latestOf } from './issues.ts'

let server: BuiltServer
let account: Account
let host: Host

beforeAll(async () => {
  host = new Host()
  host.lend('express', 'fastify', 'koa', '@koa/router', 'hono')
  server = await BuiltServer.install()
  server.start()
  await server.ready()
  account = await register(server.url, 'sdk-frameworks')
}, 120_000)

afterAll(async () => {
  await server?.remove()
  host?.remove()
})

/** What a client of the app sees. */
interface Seen {
  status: number
  body: unknown
}

async function call(port: number, method: string, path: string, body?: unknown): Promise<Seen> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { cookie: 'sid=hidden-1', authorization: 'Bearer hidden-2', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** Runs the app, asks it everything at once, and ends it. */
async function visit(example: string, env: Record<string, string>): Promise<Seen[]> {
  const program = host.start([host.example(`frameworks/${example}.mjs`)], env)
  const port = Number(await program.line(/^(\d+)$/m))
  const seen = await Promise.all([
    call(port, 'GET', '/ok'),
    call(port, 'GET', '/orders/7?token=hidden-3'),
    call(port, 'GET', '/orders/8?token=hidden-3'),
    call(port, 'POST', '/orders', { sku: 'A-17' }),
    call(port, 'GET', '/closed'),
  ])
  program.stop('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
  return seen
}

describe.each(['express', 'fastify', 'koa', 'hono'])('an app on %s', (name) => {
  let project: Project
  let seen: Seen[]

  beforeAll(async () => {
    project = await createProject(account, name, 'com.example.desk')
    const store = join(host.directory, project.id)
    seen = await visit(name, { BUGLE_TOKEN: project.ingestToken, BUGLE_ENDPOINT: server.url, BUGLE_STORE: store })
  }, 60_000)

  it('answers as it does without', async () => {
    expect(seen).toEqual(await visit(name, { BUGLE_ENABLED: 'no' }))
    expect(seen.map(({ status }) => status)).toEqual([200, 500, 500, 500, 403])
    expect(seen[1]!.body).toEqual({ error: 'order 7 is stuck' })
  })

  it('reports its errors once, each with its own request, and no answer in the form of an error', async () => {
    const issues = await issuesOf(account, project, 2, 3)
    expect(issues.map(({ type, count }) => `${type} ${count}`).sort()).toEqual(['OrderError 2', 'TypeError 1'])
    const orders = await eventsOf(account, issues.find(({ type }) => type === 'OrderError')!)
    expect(orders.map(factsOf).sort((a, b) => a.url.localeCompare(b.url))).toEqual(
      [7, 8].map((id) => ({
        method: 'GET',
        url: `/orders/${id}`,
        route: '/orders/:id',
        breadcrumbs: [`order looking for ${id}`],
        mechanism: { type: name, handled: false },
      })),
    )
    const posted = await latestOf(account, issues, 'TypeError')
    expect(posted.contexts.request).toMatchObject({ method: 'POST', url: '/orders', route: '/orders' })
    expect(posted.exceptions[0]!.frames[0]).toMatchObject({ function: 'priceOf', in_app: true })
    expect(JSON.stringify([...orders, posted])).not.toContain('hidden')
  })
})

function factsOf({ contexts, breadcrumbs, mechanism }: EventView) {
  const { method, url, route } = contexts.request as { method: string; url: string; route: string }
  const own = breadcrumbs.filter(({ category }) => category === 'order')
  const crumbs = own.map(({ category, message }) => `${category} ${message}`)
  return { method, url, route, breadcrumbs: crumbs, mechanism }
}
