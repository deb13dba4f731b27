import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { installRuntime, nodes } from '../../scripts/runtimes.mjs'
import { cases, expectAsDescribed } from '../../sdks/javascript/core/src/testing/conformance.ts'
import { codeOfPage } from './code-of-page.ts'
import { Host } from './host.ts'
import { issuesOf, latestOf } from './issues.ts'
import { isLong } from './long.ts'
import { openRecorder } from './recorder.ts'
import { openStage } from './stage.ts'

/**
 * Runtimes as npm packages that contain the program for Linux on x64; `unseen` lists what a runtime reveals only to
 * listeners.
 */
const runtimes = [
  ...nodes.map((node) => ({ ...node, args: [], runtime: 'node', unseen: '' })),
  { name: '@oven/bun-linux-x64', version: '1.4.4', bin: 'bin/bun', args: ['run'], runtime: 'bun', unseen: 'reject' },
  {
    name: '@deno/linux-x64-glibc',
    version: '2.9.6',
    bin: 'deno',
    args: ['run', '--allow-all', '--quiet', '--node-modules-dir=manual'],
    runtime: 'deno',
    unseen: '',
  },
]

describe.runIf(isLong)('the Node SDK on other runtimes', () => {
  const stage = openStage('sdk-runtimes', 'com.example.desk')

  describe.each(runtimes)('$name $version', ({ name, version, bin, args, runtime, unseen }) => {
    let host: Host | undefined

    beforeAll(() => {
      const found = installRuntime({ name, version, bin })
      if ('missing' in found) return console.warn(`skipped: no ${name} ${version}: ${found.missing}`)
      host = new Host([found.path, ...args])
      writeFileSync(join(host.directory, 'package.json'), '{ "type": "module" }')
    })

    afterAll(() => host?.remove())

    it('reports caught errors with their scopes', async ({ skip }) => {
      if (host === undefined) return skip('it could not be installed')
      const project = await stage.newProject(`${name} caught`)
      const ended = await host.run([host.example('node/shop.mjs')], stage.settings(project))
      expect(ended).toEqual({ code: 0, stdout: 'desk is open\n', stderr: '' })
      const issues = await issuesOf(stage.account, project, 2, 3)
      const event = await latestOf(stage.account, issues, 'StockError')
      expect(event).toMatchObject({
        message: 'No stock for A-17',
        contexts: { runtime: { name: runtime, version: expect.stringMatching(/^v?\d/) } },
        tags: { order: event.tags.order },
      })
      expect(event.exceptions.map(({ frames }) => frames[0])).toMatchObject([
        { function: 'reserve', context_line: expect.stringContaining('throw new StockError') },
        { function: 'readShelf', context_line: expect.stringContaining('[sku].count') },
      ])
      expect(event.breadcrumbs.at(-1)!.message).toBe(`took order ${event.tags.order}`)
      expect(JSON.stringify(event)).not.toMatch(/hunter2|4111 1111|hidden/)
    })

    it.each(['crash', 'reject', 'exit', 'loop'])('ends by %s as it would without, and reports it', async (how) => {
      if (host === undefined) return
      const project = await stage.newProject(`${name} ${how}`)
      const shop = host.example('node/shop.mjs')
      const plain = { NO_COLOR: '1' }
      const ended = await host.run([shop, how], { ...stage.settings(project), ...plain })
      expect(ended).toEqual(await host.without([shop, how], plain))
      if (how === unseen) return void (await issuesOf(stage.account, project, 1, 2))
      await issuesOf(stage.account, project, 2, how === 'loop' ? 502 : 3)
    })

    it.runIf(runtime !== 'node')('serves by the code of its page, and reports with the request', async ({ skip }) => {
      if (host === undefined) return skip('it could not be installed')
      const project = await stage.newProject(`${name} serves`)
      const { code } = codeOfPage('frameworks/functions.md').get(runtime === 'bun' ? 'server.mjs' : 'server.js')!
      const port = await freePort()
      const greet =
        "const greet = ({ url }) => (url.endsWith('/') ? 'hello' : Promise.reject(new RangeError('nobody there')))\n"
      const filled = code
        .replace('bgl_live_…', project.ingestToken)
        .replace('https://bugle.example.com', stage.server.url)
        .replace('com.example.shop', project.app_id)
        .replace('8000', String(port))
      const program = host.start([host.program('server.mjs', greet + filled)], {})
      const origin = `http://127.0.0.1:${port}`
      await expect.poll(() => fetch(`${origin}/`).then((response) => response.text(), String)).toBe('hello')
      expect((await fetch(`${origin}/people/7?token=hidden`)).status).toBe(500)
      const event = await latestOf(stage.account, await issuesOf(stage.account, project, 1), 'RangeError')
      expect(event).toMatchObject({
        mechanism: { type: 'request', handled: false },
        contexts: { request: { method: 'GET', url: '/people/7' }, runtime: { name: runtime } },
      })
      expect(JSON.stringify(event)).not.toContain('hidden')
      program.stop('SIGKILL')
      await program.ended
    })

    it('passes the conformance situations', async ({ skip }) => {
      if (host === undefined) return skip('it could not be installed')
      const recorder = await openRecorder()
      const ended = await host.run([host.situations(), recorder.url], {})
      recorder.close()
      expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
      for (const [at, one] of cases.entries()) expectAsDescribed(recorder.eventsOf(`/${at}`), one)
    })
  })
})
