import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { BuiltServer, pause } from '../e2e/harness/built-server.ts'
import { copyCode } from '../e2e/harness/copy-of-code.ts'
import { readMemory } from '../e2e/harness/memory.ts'

/**
 * Returns the memory (PSS, bytes) of all processes of an idle server whose `npm start` had to build everything, as
 * after an upgrade.
 */
export async function measureBuildingStart(): Promise<number> {
  const code = copyCode()
  const server = await BuiltServer.install()
  const { dataDirectory, port } = server
  const environment = { PORT: String(port), HOST: '127.0.0.1', BUGLE_DATA: dataDirectory, DATABASE_URL: '' }
  const npm = spawn('npm', ['start'], {
    cwd: code.directory,
    stdio: 'ignore',
    env: { ...process.env, ...environment },
  })
  const ended = once(npm, 'exit')
  while ((await server.readyStatus()) !== 200) {
    if (npm.exitCode !== null) throw new Error('a start that has to build fails; see `npm start`')
    await pause(50)
  }
  await pause(2000)
  const { allBytes } = readMemory(dataDirectory)
  npm.kill('SIGTERM')
  await ended
  await server.remove()
  code.remove()
  return allBytes
}
