import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pack } from '../../scripts/pack.mjs'
import { writeServerPackage } from '../../scripts/release/server-package.mjs'
import { createProject, listIssues, register } from '../harness/account.ts'
import { buildServer, freePort, pause } from '../harness/built-server.ts'

// The package `bugle-server`, from its file, as somebody who has nothing but Node.js installs it.

const parent = mkdtempSync(join(tmpdir(), 'bugle-npx-'))
const file = join(parent, 'bugle-server.tgz')
/** Empty at the first installation, which fills it. */
const cache = join(parent, 'cache')

beforeAll(async () => {
  // As root, the database runs as another user, who needs access.
  chmodSync(parent, 0o755)
  buildServer()
  writeServerPackage(join(parent, 'package'))
  writeFileSync(file, await pack(join(parent, 'package')))
})
afterAll(() => rmSync(parent, { recursive: true }))

it.each([
  ['from the registry', []],
  ['without a network, the second time', ['--offline']],
])('runs from an empty folder %s', { timeout: 300_000 }, async (name, options) => {
  const folder = join(parent, name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder)
  const port = await freePort()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), npm_config_cache: cache, HOME: parent }
  const args = ['--yes', ...options, '--package', file, 'bugle-server']
  const server = spawn('npx', args, { cwd: folder, env, stdio: 'ignore', detached: true })
  const ended = once(server, 'close')
  const url = `http://127.0.0.1:${port}`
  try {
    while (server.exitCode === null && !(await isReady(url))) await pause(100)
    const project = await createProject(await register(url), 'Shop')
    const event = { exception_type: 'FirstError', message: 'm', platform: 'other', app_id: project.app_id }
    const headers = { 'content-type': 'application/json', 'x-service-token': project.ingestToken }
    const sent = await fetch(`${url}/ingest`, { method: 'POST', headers, body: JSON.stringify(event) })
    expect(sent.status).toBe(202)
    const counts = async () => (await listIssues(project.owner, project)).map(({ type, count }) => [type, count])
    await expect.poll(counts, { timeout: 10_000 }).toEqual([['FirstError', 1]])
    const pages = await Promise.all(['/', '/api/docs', '/sdk/npm/bugle-node.tgz'].map((path) => fetch(`${url}${path}`)))
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    const admin = execFileSync('npx', [...args, 'admin', 'project', 'list'], { cwd: folder, env, encoding: 'utf8' })
    expect(admin).toContain('Shop')
  } finally {
    // npx starts a shell between.
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM')
    await ended
  }
})

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.ok === true
}
