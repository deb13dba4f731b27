import { join } from 'node:path'
import type { EventView } from '@bugle/protocol'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
async function visit({ host }: Stage, command: string[], env: Record<string, string>): Promise<Seen[]> {
  const program = host.start(command, env)
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

/** Apps on real frameworks. NestJS is installed apart: nothing else needs it. */
export function frameworkStories(stage: Stage): void {
  let nest: { directory: string; missing: string | undefined }

  beforeAll(() => {
    stage.host.lend('express', 'fastify', 'koa', '@koa/router', 'hono', '@hono/node-server')
    nest = stage.host.app('nest')
    if (process.env.CI === 'true') expect(nest.missing).toBeUndefined()
  })

  const commandOf = (name: string): string[] => {
    const [framework, adapter = ''] = name.split(' on ')
    if (framework === 'nest') return [join(nest.directory, 'desk.mjs'), adapter]
    return [stage.host.example(`frameworks/${name}.mjs`)]
  }

  const names = ['express', 'fastify', 'koa', 'hono', 'nest on express', 'nest on fastify']
  describe.concurrent.each(names)('an app on %s', (name) => {
    let project: Project
    let seen: Seen[]

    beforeAll(async () => {
      if (name.startsWith('nest') && nest.missing !== undefined) return
      project = await stage.newProject(name)
      seen = await visit(stage, commandOf(name), stage.settings(project))
    })

    beforeEach(({ skip }) => {
      if (seen === undefined) skip(`NestJS could not be installed: ${nest.missing}`)
    })

    it('responds as it would without', async () => {
      expect(seen).toEqual(await visit(stage, commandOf(name), { BUGLE_ENABLED: 'no' }))
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
          mechanism: { type: name.split(' ')[0], handled: false },
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
