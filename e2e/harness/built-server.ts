import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/free-port.mjs'
import { processesOf, signalAll, type TreeProcess } from './process-tree.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const build = join(repository, 'apps/server/dist')

/** Builds the server as `npm start` does, if its sources have changed. */
export function buildServer(): void {
  if (process.env.BUGLE_BUILT === '1') return
  const program = "import('./scripts/build.mjs').then(({ buildIfChanged }) => buildIfChanged())"
  const done = spawnSync(process.execPath, ['-e', program], { cwd: repository, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`the server does not build:\n${done.stdout}${done.stderr}`)
  process.env.BUGLE_BUILT = '1'
}

/** Variable with the data directory of a server that was started and stopped, for tests to copy; global-setup.ts sets it. */
export const startedBefore = 'TEST_STARTED_DATA'

/** Copies a folder with owners and modes: as root, the database belongs to another user. */
function copyTree(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`cp: ${stderr}`)
}

/** How a supervisor ended. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/**
 * The built server in processes and a data directory of its own: what an operator runs and a service manager restarts.
 * An instance stands for the installation; `start` may be called again after every end.
 */
export class BuiltServer {
  readonly port: number
  readonly url: string
  readonly dataDirectory: string
  /** The build that it starts; another one is an upgrade. */
  build = build
  #environment: Record<string, string>
  #child: ChildProcess | undefined
  #exit: Promise<Exit> = Promise.resolve({ code: null, signal: null })
  #output: string[] = []

  private constructor(port: number, dataDirectory: string, environment: Record<string, string>) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.dataDirectory = dataDirectory
    this.#environment = environment
    process.once('exit', this.#killAll)
  }

  /**
   * Prepares an installation on a free port; nothing runs yet. It has been started before: most tests are not about a first
   * start, whose database takes seconds.
   */
  static async install(environment: Record<string, string> = {}): Promise<BuiltServer> {
    const server = await BuiltServer.installEmpty(environment)
    const started = process.env[startedBefore]
    if (started !== undefined && environment.DATABASE_URL === undefined) copyTree(started, server.dataDirectory)
    return server
  }

  /** Prepares an installation on a free port and an empty directory (below `parentDirectory`); nothing runs yet. */
  static async installEmpty(
    environment: Record<string, string> = {},
    parentDirectory = tmpdir(),
  ): Promise<BuiltServer> {
    buildServer()
    const parent = mkdtempSync(join(parentDirectory, 'bugle-'))
    chmodSync(parent, 0o711) // as root, the database runs as another user, who needs access
    const dataDirectory = join(parent, 'data')
    mkdirSync(dataDirectory)
    return new BuiltServer(await freePort(), dataDirectory, environment)
  }

  /** Starts the supervisor without waiting. */
  start(environment: Record<string, string> = {}, options: string[] = [], node = process.execPath): void {
    const child = spawn(node, [join(this.build, 'main.js'), 'serve', ...options], {
      cwd: repository,
      // A group of its own: Ctrl-C on the terminal reaches only the harness, which then cleans up.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        BUGLE_DATA: this.dataDirectory,
        DATABASE_URL: '',
        BUGLE_LOG_LEVEL: 'warn',
        // Tests read thousands of events by one account; the limit has tests of its own.
        BUGLE_API_RATE: '10000000',
        ...this.#environment,
        ...environment,
      },
    })
    const keep = (chunk: Buffer) => {
      this.#output.push(chunk.toString())
      if (this.#output.length > 500) this.#output.splice(0, 250)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    this.#child = child
    this.#exit = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  }

  /** Pid of the supervisor. */
  get pid(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error('the server was never started')
    return pid
  }

  /** Resolves when the supervisor has ended. */
  get exited(): Promise<Exit> {
    return this.#exit
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** The end of its output. */
  get output(): string {
    return this.#output.join('')
  }

  processes(): TreeProcess[] {
    return processesOf(this.dataDirectory)
  }

  /** Waits until GET /readyz is 200; returns the milliseconds waited. */
  async ready(timeoutMs = 120_000): Promise<number> {
    const began = performance.now()
    while ((await this.readyStatus()) !== 200) {
      if (!this.isRunning) throw new Error(`the server ended while starting:\n${this.output}`)
      if (performance.now() - began > timeoutMs) throw new Error(`not ready after ${timeoutMs} ms:\n${this.output}`)
      await pause(40)
    }
    return performance.now() - began
  }

  /** Status of GET /readyz, or undefined when nothing responds. */
  readyStatus(): Promise<number | undefined> {
    return new Promise((resolve) => {
      const request = get(`${this.url}/readyz`, { agent: false, timeout: 5000 }, (response) => {
        response.resume().once('close', () => resolve(response.statusCode))
      })
      request.once('timeout', () => request.destroy())
      request.once('error', () => resolve(undefined))
    })
  }

  /** Stops it as a service manager does. */
  async stop(): Promise<Exit> {
    if (this.isRunning) process.kill(this.pid, 'SIGTERM')
    return this.#exit
  }

  /** Sends SIGKILL to every process, including the database, until none is left. */
  async kill(): Promise<void> {
    if (process.platform !== 'linux') await this.stop() // without /proc its processes are unknown
    for (let left = this.processes(); left.length > 0; left = this.processes()) {
      signalAll(left, 'SIGKILL')
      await pause(2)
    }
    if (this.#child !== undefined) await this.#exit
  }

  /** Kills running processes and removes the directory. */
  async remove(): Promise<void> {
    await this.kill()
    process.off('exit', this.#killAll)
    rmSync(join(this.dataDirectory, '..'), { recursive: true, force: true })
  }

  #killAll = () => {
    for (let round = 0; round < 3; round += 1) signalAll(this.processes(), 'SIGKILL')
    rmSync(join(this.dataDirectory, '..'), { recursive: true, force: true })
  }
}

/** For polling another process, where there is nothing to await. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
