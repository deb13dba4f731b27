import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { installRuntime, nodes } from '../../scripts/runtimes.mjs'
import { type Account, createProject, listIssues, type Project, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'

// The Node versions that docs/self-hosting.md recommends, beside the one that runs all tests.

const isHere = process.platform === 'linux' && process.arch === 'x64'

/** Sends an envelope in zstd, which Node knows since 22.15. */
async function sendCompressed(server: BuiltServer, account: Account, { id }: Project, node: string): Promise<Response> {
  const { dsn } = await request(account, 'POST', `/api/projects/${id}/dsn-keys`, { label: 'zstd' })
  const { username: key, pathname } = new URL(dsn)
  const event = {
    event_id: crypto.randomUUID().replaceAll('-', ''),
    message: 'compressed',
    timestamp: Date.now() / 1000,
  }
  const compress = "process.stdout.write(require('zlib').zstdCompressSync(require('fs').readFileSync(0)))"
  const envelope = `{}\n{"type":"event"}\n${JSON.stringify(event)}\n`
  const { stdout } = spawnSync(node, ['-e', compress], { input: envelope })
  return fetch(`${server.url}/api${pathname}/envelope/?sentry_key=${key}`, {
    method: 'POST',
    headers: { 'content-encoding': 'zstd' },
    body: new Uint8Array(stdout),
  })
}

describe.runIf(isHere).each(nodes)('on Node $version', (runtime) => {
  it('the server starts, accepts and shows an event, and stops gracefully', async ({ skip }) => {
    const installed = installRuntime(runtime)
    if ('missing' in installed) {
      if (process.env.CI === 'true') throw new Error(installed.missing)
      return skip(`it could not be installed: ${installed.missing}`)
    }
    const server = await BuiltServer.installEmpty()
    try {
      server.start({}, [], installed.path)
      await server.ready()
      const account = await register(server.url, 'versions')
      const project = await createProject(account, 'shop')
      const response = await fetch(`${server.url}/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-token': project.ingestToken },
        body: JSON.stringify({ exception_type: 'E', message: 'x', platform: 'node', app_id: project.app_id }),
      })
      expect(response.status).toBe(202)
      await expect.poll(async () => (await listIssues(account, project)).map(({ count }) => count)).toEqual([1])
      const sent = await sendCompressed(server, account, project, installed.path)
      expect(sent.status).toBe(200)
      await expect.poll(async () => (await listIssues(account, project)).map(({ count }) => count)).toEqual([1, 1])
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      expect(metrics).toContain(`node="${runtime.version}"`)
      expect(await server.stop()).toEqual({ code: 0, signal: null })
      expect(server.processes()).toEqual([])
    } finally {
      await server.remove()
    }
  })
})
