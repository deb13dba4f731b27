import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createProject, type Project, register } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { signalAll } from '../harness/process-tree.ts'

// Every way to end `npm start` or `npm run dev`. In each, requests in flight get a response and no process is left,
// least of all the database.

const repository = fileURLToPath(new URL('../..', import.meta.url))

const commands = [
  { command: 'start', script: 'scripts/start.mjs' },
  { command: 'dev', script: 'scripts/dev.mjs' },
]

/** `npm run dev` handles signals like `npm start`: the long run tries every way on both. */
const isLong = process.env.BUGLE_LONG === '1'
const waysOfDev = ['Ctrl+C, which reaches the whole group', 'SIGTERM to npm alone']

/** A started command and its processes. */
interface Started {
  server: BuiltServer
  /** npm, or the terminal it runs in; leader of its process group. */
  first: ChildProcess
  script: string
}

type StopAction = (started: Started) => void | Promise<void>

const toGroup =
  (signal: NodeJS.Signals) =>
  ({ first }: Started): void =>
    void process.kill(-first.pid!, signal)

const stopActions: Record<string, StopAction> = {
  // The terminal signals the whole group, and npm signals the server once more.
  'Ctrl+C, which reaches the whole group': toGroup('SIGINT'),
  'SIGTERM to the whole group': toGroup('SIGTERM'),
  'SIGTERM to npm alone': ({ first }) => void first.kill('SIGTERM'),
  'SIGTERM to the server alone': ({ server, script }) =>
    signalAll(
      server.processes().filter(({ title }) => title.endsWith(script)),
      'SIGTERM',
    ),
  'Ctrl+C twice': async (started) => {
    const [http] = started.server.processes().filter(({ role }) => role === 'http')
    toGroup('SIGINT')(started)
    // The second signal arrives while the first is being handled.
    await expect.poll(() => started.server.readyStatus()).not.toBe(200)
    expect(http).toBeDefined()
    if (isAlive(started.first)) toGroup('SIGINT')(started)
  },
}

describe.each(commands)('npm run $command', ({ command, script }) => {
  const tried = Object.entries(stopActions).filter(
    ([name]) => isLong || command === 'start' || waysOfDev.includes(name),
  )
  it.each(tried)('ends by %s', async (_, stop) => {
    await proveEnd(script, stop, (environment) =>
      spawn('npm', ['run', command], { cwd: repository, stdio: 'ignore', detached: true, env: environment }),
    )
  })

  it.runIf(process.platform === 'linux')('ends with its terminal', async () => {
    const close: StopAction = ({ first }) => void first.kill('SIGKILL')
    await proveEnd(script, close, (environment) =>
      spawn('script', ['--quiet', '--command', `exec npm run ${command}`, '/dev/null'], {
        cwd: repository,
        stdio: 'ignore',
        env: environment,
      }),
    )
  })
})

describe('a stop during the first start', () => {
  it.each(['initdb', 'postmaster'])('leaves no process behind (%s)', async (what) => {
    const server = await BuiltServer.installEmpty()
    try {
      server.start()
      const isThere = () => server.processes().some(({ title, role }) => title.includes(what) || role === what)
      await expect.poll(isThere, { interval: 5 }).toBe(true)
      await server.stop()
      expect(server.processes()).toEqual([])
    } finally {
      await server.remove()
    }
  })
})

describe('a second signal, after a while', () => {
  it('kills everything at once, including the database', async () => {
    const server = await BuiltServer.install()
    try {
      server.start()
      await server.ready()
      const [http] = server.processes().filter(({ role }) => role === 'http')
      process.kill(http!.pid, 'SIGSTOP')
      process.kill(server.pid, 'SIGINT')
      // Until one counts as new, they belong to the first.
      const again = setInterval(() => process.kill(server.pid, 'SIGINT'), 100)
      const { code } = await server.exited.finally(() => clearInterval(again))
      expect(code).toBe(1)
      expect(server.output).toContain('second signal')
      expect(server.processes()).toEqual([])
      server.start()
      await server.ready()
    } finally {
      await server.remove()
    }
  })
})

async function proveEnd(script: string, stop: StopAction, start: (environment: NodeJS.ProcessEnv) => ChildProcess) {
  const server = await BuiltServer.install()
  writeFileSync(join(server.dataDirectory, 'seeded'), '')
  const first = start({
    ...process.env,
    PORT: String(server.port),
    HOST: '127.0.0.1',
    BUGLE_DATA: server.dataDirectory,
    DATABASE_URL: '',
  })
  try {
    await expect.poll(() => server.readyStatus()).toBe(200)
    const project = await createProject(await register(server.url, 'ended'), 'shop')
    const underWay = await beginRequest(server.port, project)
    const ended = first.exitCode === null ? once(first, 'exit') : undefined
    await stop({ server, first, script })
    expect(await underWay.finish()).toMatch(/^HTTP\/1\.1 202 /)
    await ended
    await expect.poll(() => server.processes().map(({ title }) => title)).toEqual([])
  } finally {
    await server.remove()
  }
}

/** A request whose body the server has begun to read. */
async function beginRequest(port: number, { ingestToken, app_id }: Project) {
  const body = JSON.stringify({ exception_type: 'EndedError', message: 'x', platform: 'node', app_id })
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text
  })
  const closed = once(socket, 'close')
  const head = ['POST /ingest HTTP/1.1', 'Host: localhost', `X-Service-Token: ${ingestToken}`, 'Expect: 100-continue']
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  await expect.poll(() => response).toContain('100 Continue')
  response = ''
  return {
    async finish() {
      socket.write(body.slice(10))
      await closed
      return response.trimStart()
    },
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
