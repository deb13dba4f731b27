import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { pack } from '../../scripts/pack.mjs'
import { writeServerPackage } from '../../scripts/release/server-package.mjs'
import { createProject, listIssues, type Project, register } from '../harness/account.ts'
import { buildServer, pause } from '../harness/built-server.ts'

// The package `bugle-server`, from its file, as somebody who has nothing but Node.js installs it.

const parent = mkdtempSync(join(tmpdir(), 'bugle-npx-'))
const file = join(parent, 'bugle-server.tgz')
/** The same as another version. */
const later = join(parent, 'bugle-server-later.tgz')
/** Empty at the first installation, which fills it. */
const cache = join(parent, 'cache')

beforeAll(async () => {
  // As root, the database runs as another user, who needs access.
  chmodSync(parent, 0o755)
  buildServer()
  writeServerPackage(join(parent, 'package'))
  writeFileSync(file, await pack(join(parent, 'package')))
  const manifest = join(parent, 'package/package.json')
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version: '9.8.7' }))
  writeFileSync(later, await pack(join(parent, 'package')))
})
afterAll(() => rmSync(parent, { recursive: true }))

it.each([
  ['from the registry', []],
  ['without a network, the second time', ['--offline']],
])('runs from an empty folder %s', { timeout: 300_000 }, async (name, options) => {
  const folder = join(parent, name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder)
  await whileRunning(folder, [...options, '--package', file], async (url, run) => {
    const project = await createProject(await register(url), 'Shop')
    expect(await report(url, project)).toBe(202)
    await expect.poll(() => countsOf(url, project)).toEqual([['FirstError', 1]])
    const pages = await Promise.all(['/', '/api/docs', '/sdk/npm/bugle-node.tgz'].map((path) => fetch(`${url}${path}`)))
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(run('admin', 'project', 'list')).toContain('Shop')
  })
})

it('upgrades by its version, on the data of the folder', { timeout: 300_000 }, async () => {
  const folder = join(parent, 'upgraded')
  mkdirSync(folder)
  const project = await whileRunning(folder, ['--package', file], async (url) => {
    const made = await createProject(await register(url), 'Shop')
    expect(await report(url, made)).toBe(202)
    await expect.poll(() => countsOf(url, made)).toEqual([['FirstError', 1]])
    return made
  })
  await whileRunning(folder, ['--package', later], async (url, run) => {
    expect(await report(url, project)).toBe(202)
    await expect.poll(() => countsOf(url, project)).toEqual([['FirstError', 2]])
    expect(run('admin', 'doctor', '--json')).not.toContain('"fail"')
  })
})

/** Runs the package as `npx` does in a folder; `run` runs its other commands there. */
async function whileRunning<T>(
  folder: string,
  options: string[],
  use: (url: string, run: (...command: string[]) => string) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), npm_config_cache: cache, HOME: parent }
  const args = ['--yes', ...options, 'bugle-server']
  const server = spawn('npx', args, { cwd: folder, env, stdio: 'ignore', detached: true })
  const ended = once(server, 'close')
  const url = `http://127.0.0.1:${port}`
  const run = (...command: string[]) =>
    execFileSync('npx', [...args, ...command], { cwd: folder, env, encoding: 'utf8' })
  try {
    while (server.exitCode === null && !(await isReady(url))) await pause(100)
    return await use(url, run)
  } finally {
    // npx starts a shell between.
    if (server.exitCode === null) process.kill(-server.pid!, 'SIGTERM')
    await ended
  }
}

async function report(url: string, { app_id, ingestToken }: Project): Promise<number> {
  const event = { exception_type: 'FirstError', message: 'm', platform: 'other', app_id }
  const headers = { 'content-type': 'application/json', 'x-service-token': ingestToken }
  const { status } = await fetch(`${url}/ingest`, { method: 'POST', headers, body: JSON.stringify(event) })
  return status
}

async function countsOf(url: string, project: Project): Promise<[string, number][]> {
  const issues = await listIssues({ ...project.owner, url }, project)
  return issues.map(({ type, count }) => [type, count])
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  return response?.ok === true
}
