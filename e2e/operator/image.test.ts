import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { pause } from '../harness/built-server.ts'

// The Dockerfile's result without a container engine: the image's files, run as its user.

const repository = fileURLToPath(new URL('../..', import.meta.url))
const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8')
const isRoot = process.getuid?.() === 0
/** `nobody`: any account that is not root. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}
const parent = mkdtempSync(join(tmpdir(), 'bugle-image-'))
const [image, data] = [join(parent, 'image'), join(parent, 'data')]

beforeAll(() => {
  chmodSync(parent, 0o755)
  const made = spawnSync(process.execPath, ['scripts/image.mjs', image], { cwd: repository, encoding: 'utf8' })
  expect([made.status, made.stderr]).toEqual([0, ''])
  mkdirSync(data)
  if (isRoot) chownSync(data, user.uid!, user.gid!)
})
afterAll(() => rmSync(parent, { recursive: true }))

it('contains the server and its packages only, and is small', () => {
  const { stdout } = spawnSync('du', ['-sm', image], { encoding: 'utf8' })
  expect(Number.parseInt(stdout, 10)).toBeLessThan(150)
})

it('names every package whose code it contains, and what it loads', () => {
  const notices = readFileSync(join(image, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(image, 'apps/server/package.json'), 'utf8'))
  // The one that has types alone.
  const direct = Object.keys(dependencies).filter((name) => !/^@bugle\/|type-provider/.test(name))
  expect(direct.length).toBeGreaterThan(15)
  const further = [
    'pg-protocol',
    'thread-stream',
    'react-dom',
    'lucide-react',
    '@fontsource-variable/geist',
    'minisearch',
    'PostgreSQL',
  ]
  expect([...direct, ...further].filter((name) => !notices.includes(`\n${name} `))).toEqual([])
})

it('serves as a user who may write only to the volume, is healthy, and stops on request', async () => {
  const [, entry, command] = /^ENTRYPOINT \["node", "([^"]+)"\]\nCMD \["([^"]+)"\]$/m.exec(dockerfile)!
  const port = String(await freePort())
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: port, BUGLE_DATA: data }
  const server = spawn(process.execPath, [entry!, command!], { cwd: image, env, stdio: 'ignore', ...user })
  const exited = once(server, 'exit')
  const [, check] = /^HEALTHCHECK .* CMD \["node", "-e", "(.*)"\]$/m.exec(dockerfile)!
  const isHealthy = () => spawnSync(process.execPath, ['-e', check!], { env, ...user }).status === 0
  expect(isHealthy()).toBe(false)
  while (!isHealthy() && server.exitCode === null) await pause(50)
  const pages = await Promise.all(
    ['/', '/api/docs', '/api/openapi.json', '/third-party-notices.txt', '/docs/search'].map((path) =>
      fetch(`http://127.0.0.1:${port}${path}`),
    ),
  )
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await pages[3]!.text()).toBe(readFileSync(join(image, 'THIRD-PARTY-NOTICES.txt'), 'utf8'))
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})
