import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { BuiltServer } from '../harness/built-server.ts'
import { copyCode } from '../harness/copy-of-code.ts'
import { readMemory } from '../harness/memory.ts'

// The first `npm start` on new code, which builds.

const code = copyCode()
let server: BuiltServer
beforeEach(async () => {
  server = await BuiltServer.installEmpty()
  return () => server.remove()
})
afterAll(() => code.remove())

function npmStart() {
  return spawn('npm', ['start'], {
    cwd: code.directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(server.port),
      HOST: '127.0.0.1',
      BUGLE_DATA: server.dataDirectory,
      DATABASE_URL: '',
    },
  })
}

it('can be stopped during the build', async () => {
  const npm = npmStart()
  await expect.poll(() => server.processes().some(({ title }) => title.includes('build.mjs'))).toBe(true)
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  await exited
  await expect.poll(() => server.processes()).toEqual([])
  expect(existsSync(server.dataDirectory)).toBe(true)
})

const restBytes = 220 * 1024 ** 2

it('uses as little idle memory as a start without a build', async () => {
  const npm = npmStart()
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk))
  await expect.poll(() => server.readyStatus(), { timeout: 120_000 }).toBe(200)
  // A bundler's complaint is the first that a newcomer reads.
  expect(output).not.toMatch(/can't be bundled|warning/i)
  expect(existsSync(join(code.directory, 'apps/server/dist/main.js'))).toBe(true)
  if (process.platform === 'linux')
    await expect.poll(() => readMemory(server.dataDirectory).allBytes).toBeLessThan(restBytes)
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(server.processes()).toEqual([])
})
