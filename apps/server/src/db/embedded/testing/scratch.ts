import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { findBinaries } from '../binaries.ts'
import type { EmbeddedDatabase } from '../index.ts'
import { killAll } from '../leftovers.ts'
import type { Log } from '../log.ts'
import { type StartDeps, start } from '../start.ts'

export const isRoot = process.geteuid?.() === 0

/** Creates a folder that every account can enter; it is removed after the test together with the servers in it. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bugle-test-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns a data directory (not yet created) in a folder, by default the scratch folder. */
export async function dataDirectory(folder?: string, name = 'data'): Promise<string> {
  const data = join(folder ?? (await scratchFolder()), name)
  onTestFinished(async () => {
    await killAll(join(data, 'postgres', 'cluster.new'))
    await killAll(join(data, 'postgres', 'cluster'))
  })
  return data
}

/** Returns a data directory that has had its first start, a few seconds ago, and holds no data. */
export async function usedDirectory(): Promise<string> {
  template ??= (async () => {
    // Files that run in one worker share it.
    const folder = await mkdtemp(join(inject('sharedFolder'), 'used-'))
    await (await start({ dataDirectory: join(folder, 'data'), log: memoryLog() })).stop()
    return folder
  })()
  const data = await dataDirectory()
  const [code] = await once(spawn('cp', ['-a', join(await template, 'data'), data]), 'exit')
  if (code !== 0) throw new Error(`cp failed with ${code}`)
  return data
}
let template: Promise<string> | undefined

/** Creates a log that can be read afterwards. */
export function memoryLog(): Log & { readonly lines: string[] } {
  const lines: string[] = []
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`)
  return { lines, info: write('info'), warn: write('warn') }
}

/** Starts the database from this process, and stops it after the test. */
export async function startInProcess(
  data: string,
  given: Partial<StartDeps> & { log?: Log } = {},
): Promise<EmbeddedDatabase> {
  const { log = memoryLog(), ...deps } = given
  const database = await start({ dataDirectory: data, log }, deps)
  onTestFinished(() => database.stop())
  return database
}

/** Opens a session. */
export async function connect(connection: EmbeddedDatabase['connection'], as?: { user: string; database: string }) {
  const client = new pg.Client({ ...connection, ...as, ssl: false })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end().catch(() => {}))
  return client
}

/** Returns the first column of a query. */
export async function selectColumn(connection: EmbeddedDatabase['connection'], sql: string): Promise<unknown[]> {
  const client = await connect(connection)
  const { rows } = await client.query({ text: sql, rowMode: 'array' })
  await client.end()
  return rows.map((row: unknown[]) => (row.length === 1 ? row[0] : row))
}

type Event = { type: string; message?: string; pid?: number; connection?: EmbeddedDatabase['connection'] }

/** A separate process that runs the embedded database, to be killed. */
export interface BugleProcess {
  readonly pid: number
  readonly events: Event[]
  /** Resolves to the next event of this type; rejects if the process ends before. */
  event(type: string): Promise<Event>
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts Bugle’s database in a process of its own, optionally as another account. */
export function spawnBugle(data: string, as: { uid?: number; gid?: number } = {}): BugleProcess {
  const program = fileURLToPath(new URL('./bugle-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, data], {
    ...as,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const events: Event[] = []
  const arrivals = createInterface({ input: child.stdout })
  arrivals.on('line', (line) => events.push(JSON.parse(line) as Event))
  const closed = once(arrivals, 'close')
  onTestFinished(() => killed(child))
  return {
    pid: child.pid!,
    events,
    async event(type) {
      for (;;) {
        const found = events.find((event) => event.type === type)
        if (found) return found
        const ended = await Promise.race([once(arrivals, 'line').then(() => false), closed.then(() => true)])
        if (ended && !events.some((event) => event.type === type)) {
          throw new Error(`no event ${type} but ${JSON.stringify(events)}`)
        }
      }
    },
    kill: () => killed(child),
    async stop() {
      child.stdin.write('stop\n')
      await this.event('stopped')
    },
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Copies the npm package (as hard links where possible), optionally as `npm ci --ignore-scripts` would leave it. */
export async function copyOfPackage(folder: string, { withLinks }: { withLinks: boolean }) {
  const { native, version } = await findBinaries()
  const copy = join(folder, 'package', 'native')
  await mkdir(join(folder, 'package'))
  for (const how of ['-al', '-a']) {
    const [code] = await once(spawn('cp', [how, native, copy]), 'exit')
    if (code === 0) break
    await rm(copy, { recursive: true, force: true })
  }
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const link of withLinks ? [] : links) await rm(join(copy, '..', link.target), { force: true })
  return { native: copy, version }
}

/**
 * Lists the database's folder in a data directory; without `libraries`, which exist only if install scripts did not
 * run.
 */
export async function listDatabaseFolder(data: string): Promise<string[]> {
  return (await readdir(join(data, 'postgres'))).filter((name) => name !== 'libraries')
}
