import { join } from 'node:path'
import type { EventView } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import type { Program } from './host.ts'
import { countsOf, eventsOf, issuesOf } from './issues.ts'
import { isLong } from './long.ts'
import { openStage } from './stage.ts'

describe.runIf(isLong)('an app that is installed and built', () => {
  const stage = openStage('sdk-apps', 'com.example.desk')

  /** Runs a command of an installed package to its end. */
  const tool = (directory: string, command: string, args: string[], env: Record<string, string>) =>
    stage.host.run([join(directory, 'node_modules', command), ...args], env, directory)

  it('on Next.js report errors of handlers and pages once, and no regular responses', async ({ skip }) => {
    const { directory, missing } = stage.host.app('next')
    if (missing !== undefined) return skip(`Next.js could not be installed: ${missing}`)
    const project = await stage.newProject('next')
    const env = { ...stage.settings(project), NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
    expect(await tool(directory, 'next/dist/bin/next', ['build'], env)).toMatchObject({ code: 0 })
    const port = await freePort()
    const args = [join(directory, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', String(port)]
    const program = stage.host.start(args, env, directory)
    await program.line(/Ready/)
    const headers = { cookie: 'sid=hidden-1', authorization: 'Bearer hidden-2' }
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
    const paths = [
      '/',
      '/api/orders/7?token=hidden-3',
      '/api/orders/8?token=hidden-3',
      '/broken',
      '/api/price',
      '/api/closed',
    ]
    expect(await Promise.all(paths.map(get))).toEqual([200, 500, 500, 500, 500, 404])
    const issues = await issuesOf(stage.account, project, 3, 4)
    expect(countsOf(issues)).toEqual(['OrderError 2', 'TypeError 1', 'TypeError 1'])
    const events = (await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))).flat()
    expect(events.map(requestOf).sort()).toEqual([
      'GET /api/orders/7 /api/orders/[id] next looking for 7',
      'GET /api/orders/8 /api/orders/[id] next looking for 8',
      'GET /api/price /api/price next ',
      'GET /broken /broken next ',
    ])
    expect(JSON.stringify(events)).not.toContain('hidden')
    await end(program)
  })
})

function requestOf({ contexts, mechanism, breadcrumbs }: EventView): string {
  const { method, url, route } = contexts.request as Record<string, string>
  const own = breadcrumbs.filter(({ category }) => category === 'order').map(({ message }) => message)
  return `${method} ${url} ${route} ${mechanism?.type} ${own}`
}

async function end(program: Program): Promise<void> {
  program.stop('SIGTERM')
  await program.ended
}
