import { cpSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pause } from '../harness/built-server.ts'
import { countsOf, eventsOf, issuesOf } from './issues.ts'
import { isLong } from './long.ts'
import { PhpHost, pathOf } from './php-host.ts'
import { PhpServer } from './php-server.ts'
import { openStage } from './stage.ts'

const healthy = 200

describe.runIf(isLong)('the Laravel package under load', () => {
  const stage = openStage('sdk-php-load', 'com.example.shop')
  const host = new PhpHost()
  let copies = 0
  afterAll(() => host.remove())

  const newApp = async (name: string, endpoint: string) => {
    copies += 1
    const directory = join(host.directory, `load-${copies}`)
    cpSync(pathOf('e2e/sdks/php/laravel'), directory, { recursive: true })
    const project = await stage.newProject(name)
    const env = { ...host.settings(project, endpoint), BUGLE_AUTOLOAD: pathOf('sdks/php/laravel/autoload.php') }
    return { directory, project, env }
  }

  /** Times of healthy requests, with an error among every ten; each error is another one. */
  const timesOf = async (server: PhpServer) => {
    const times = []
    for (let i = 0; i < healthy; i += 1) {
      if (i % 10 === 0) await server.status(`/orders/${'abcdefghijklmnopqrst'[i / 10]}`)
      times.push(await server.timeOf('/ok'))
    }
    return times.sort((a, b) => a - b)
  }
  const p99 = (times: number[]) => times[Math.floor(times.length * 0.99) - 1]!

  const away: [string, (response: ServerResponse) => void][] = [
    ['hangs', () => {}],
    ['responds 503', (response) => response.writeHead(503, { 'retry-after': '1' }).end()],
    ['responds 429', (response) => response.writeHead(429, { 'retry-after': '60' }).end()],
    ['cuts the connection', (response) => response.socket?.destroy()],
  ]

  it.each([...away, ['refuses connections', undefined] as const])(
    'answers healthy requests while the server %s, and loses nothing',
    async (_how, respond) => {
      const tracker = createServer((_request, response) => respond?.(response))
      await new Promise<void>((resolve) => tracker.listen(0, '127.0.0.1', resolve))
      const { port } = tracker.address() as AddressInfo
      if (respond === undefined) await new Promise((resolve) => tracker.close(resolve))
      const app = await newApp('load', `http://127.0.0.1:${port}`)
      const bare = await newApp('load without', 'http://127.0.0.1:1')
      const { BUGLE_AUTOLOAD: _, ...without } = bare.env
      const server = await PhpServer.start(app.directory, { ...app.env, SHOP_TIMEOUT: '' })
      const former = await PhpServer.start(bare.directory, without)
      try {
        await timesOf(former)
        // One after the other, so that both meet the same machine. A busy one decides the times: they are printed alone.
        const usual = await timesOf(former)
        const times = await timesOf(server)
        console.log(`p99 ${p99(usual).toFixed(1)} ms without, ${p99(times).toFixed(1)} ms with`)
        expect(await server.status('/ok')).toBe(200)
      } finally {
        await server.stop()
        await former.stop()
        tracker.closeAllConnections()
        tracker.close()
      }
      const back = { ...app.env, BUGLE_ENDPOINT: stage.server.url }
      expect(await host.run('php', ['artisan', 'bugle:flush'], back, app.directory)).toMatchObject({ code: 0 })
      expect(countsOf(await issuesOf(stage.account, app.project, 1, healthy / 10))).toEqual(['DomainException 20'])
    },
  )

  it('answers visitors who meet an error, and prints what it costs them', async () => {
    const app = await newApp('load errors', stage.server.url)
    const bare = await newApp('load errors without', 'http://127.0.0.1:1')
    const { BUGLE_AUTOLOAD: _, ...without } = bare.env
    const servers = [await PhpServer.start(bare.directory, without), await PhpServer.start(app.directory, app.env)]
    const times: number[][] = [[], []]
    try {
      // In turns, so that both meet the same machine; the pause leaves a worker time to send.
      for (let i = 0; i < 100; i += 1)
        for (const [at, server] of servers.entries()) {
          times[at]!.push(await server.timeOf(`/orders/${i}`))
          await pause(20)
        }
    } finally {
      for (const server of servers) await server.stop()
    }
    const [usual, own] = times.map((some) => some.slice(20).sort((a, b) => a - b)[40]!)
    console.log(`median ${usual!.toFixed(2)} ms without, ${own!.toFixed(2)} ms with`)
    expect(countsOf(await issuesOf(stage.account, app.project, 1, 100))).toHaveLength(1)
  })

  it('reports each failure of 500 jobs before the next one starts, in flat memory', async () => {
    const { directory, env, project } = await newApp('load jobs', stage.server.url)
    const memory = join(directory, 'memory')
    const own = { ...env, SHOP_MEMORY: memory }
    await host.run('php', ['artisan', 'shop:fill', '500'], own, directory)
    const worker = ['artisan', 'queue:work', '--stop-when-empty', '--sleep=0']
    expect(await host.run('php', worker, own, directory)).toMatchObject({ code: 0 })
    const issues = await issuesOf(stage.account, project, 1, 167)
    expect(issues.reduce((sum, { count }) => sum + count, 0)).toBe(167)
    const [first] = await Promise.all(issues.map((issue) => eventsOf(stage.account, issue)))
    for (const { breadcrumbs } of first!)
      expect(breadcrumbs.filter(({ category }) => category === 'log')).toHaveLength(1)
    const used = readFileSync(memory, 'utf8').trim().split('\n').map(Number)
    const later = used.slice(100)
    expect(Math.max(...later) - Math.min(...later)).toBeLessThan(1_048_576)
  })
})
