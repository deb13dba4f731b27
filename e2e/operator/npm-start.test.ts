import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { BuiltServer } from '../harness/built-server.ts'

// A service manager or a container runs `npm start`, and tells that process alone to end.

it('ends in order when npm is told to', async () => {
  const server = await BuiltServer.install()
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(server.port),
      HOST: '127.0.0.1',
      BUGLE_DATA: server.dataDirectory,
      DATABASE_URL: '',
    },
  })
  try {
    await expect.poll(() => server.readyStatus(), { timeout: 60_000 }).toBe(200)
    const exited = once(npm, 'exit')
    npm.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    expect(server.processes()).toEqual([])
  } finally {
    await server.remove()
  }
})
