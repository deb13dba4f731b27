import type { EventView } from '@bugle/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '../harness/account.ts'
import { countsOf, eventsOf, issuesOf, latestOf } from './issues.ts'
import type { Stage } from './stage.ts'

/** A response of the app, as a user sees it. */
interface Seen {
  status: number
  body: unknown
}

async function call(port: number, method: string, path: string, body?: unknown): Promise<Seen> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { cookie: 'sid=hidden-1', authorization: 'Bearer hidden-2', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** Runs the app, sends all requests concurrently, and ends it. */
async function visit({ host }: Stage, example: string, env: Record<string, string>): Promise<Seen[]> {
  const program = host.start([host.example(`frameworks/${example}.mjs`)], env)
  const port = Number(await program.line(/^(\d+)$/m))
  const seen = await Promise.all([
    call(port, 'GET', '/ok'),
    call(port, 'GET', '/api/orders/7?token=hidden-3'),
    call(port, 'GET', '/api/orders/8?token=hidden-3'),
    call(port, 'POST', '/api/orders', { sku: 'A-17' }),
    call(port, 'GET', '/closed'),
  ])
  program.stop('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
  return seen
}

/** Apps on real frameworks. */
export function frameworkStories(stage: Stage): void {
  beforeAll(() => stage.host.lend('express', 'fastify', 'koa', '@koa/router', 'hono', '@hono/node-server'))

  describe.concurrent.each(['express', 'fastify', 'koa', 'hono'])('an app on %s', (name) => {
    let project: Project
    let seen: Seen[]

    beforeAll(async () => {
      project = await stage.newProject(name)
      seen = await visit(stage, name, stage.settings(project))
    })

    it('responds as it would without', async () => {
      expect(seen).toEqual(await visit(stage, name, { BUGLE_ENABLED: 'no' }))
      expect(seen.map(({ status }) => status)).toEqual([200, 500, 500, 500, 403])
      expect(seen[1]!.body).toEqual({ error: 'order 7 is stuck' })
    })

    it('reports errors once, each with its own request, and no regular responses', async () => {
      const issues = await issuesOf(stage.account, project, 2, 3)
      expect(countsOf(issues)).toEqual(['OrderError 2', 'TypeError 1'])
      const orders = await eventsOf(stage.account, issues.find(({ type }) => type === 'OrderError')!)
      expect(orders.map(factsOf).sort((a, b) => a.url.localeCompare(b.url))).toEqual(
        [7, 8].map((id) => ({
          method: 'GET',
          url: `/api/orders/${id}` as const,
          route: '/api/orders/:id',
          breadcrumbs: [`order looking for ${id}`],
          mechanism: { type: name, handled: false },
        })),
      )
      const posted = await latestOf(stage.account, issues, 'TypeError')
      expect(posted.contexts.request).toMatchObject({ method: 'POST', url: '/api/orders', route: '/api/orders' })
      expect(posted.exceptions[0]!.frames[0]).toMatchObject({ function: 'priceOf', in_app: true })
      expect(JSON.stringify([...orders, posted])).not.toContain('hidden')
    })
  })
}

function factsOf({ contexts, breadcrumbs, mechanism }: EventView) {
  const { method, url, route } = contexts.request as { method: string; url: string; route: string }
  const own = breadcrumbs.filter(({ category }) => category === 'order')
  const crumbs = own.map(({ category, message }) => `${category} ${message}`)
  return { method, url, route, breadcrumbs: crumbs, mechanism }
}
