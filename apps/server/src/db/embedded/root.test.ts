import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, readFile, readlink, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { canEnter, canExecute, canRead } from './access.ts'
import type { Account } from './account.ts'
import { parseAccounts } from './account.ts'
import { findBinaries } from './binaries.ts'
import { serverProcesses } from './processes.ts'
import {
  connect,
  copyOfPackage,
  dataDirectory,
  isRoot,
  memoryLog,
  scratchFolder,
  selectColumn,
  spawnBugle,
  startInProcess,
  usedDirectory,
} from './testing/scratch.ts'

const nobody = parseAccounts(await readFile('/etc/passwd', 'utf8')).find(({ name }) => name === 'nobody')
const hasProc = process.platform === 'linux'
/** Whether `nobody` can run this file, which is not the case if the project is in root's home. */
const canRunAsNobody =
  isRoot &&
  nobody !== undefined &&
  (await canRead(nobody, fileURLToPath(import.meta.url))) &&
  (await canExecute(nobody, process.execPath))

async function statusOf(pid: number, field: string): Promise<string[]> {
  const line = (await readFile(`/proc/${pid}/status`, 'utf8'))
    .split('\n')
    .find((entry) => entry.startsWith(`${field}:`))
  return line?.split(/\s+/).slice(1).filter(Boolean) ?? []
}

const commandOf = async (pid: number) => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(Boolean)
const identityOf = async (path: string) => {
  const { ino, mode, uid, gid } = await stat(path)
  return { ino, mode, uid, gid }
}

describe.runIf(isRoot && hasProc)('started by root', () => {
  it('runs as an ordinary account with only its groups, in place if that account can reach everything', async () => {
    const data = await usedDirectory()
    const { native } = await findBinaries()
    const database = await startInProcess(data)
    const { uid, gid } = await stat(join(data, 'postgres', 'cluster'))
    expect(uid).not.toBe(0)
    expect(await statusOf(database.pid, 'Uid')).toEqual(Array(4).fill(String(uid)))
    expect(await statusOf(database.pid, 'Gid')).toEqual(Array(4).fill(String(gid)))
    expect(await statusOf(database.pid, 'Groups')).toEqual([])
    const account: Account = { name: '', uid, gid, spawn: { uid, gid } }
    if (!(await canEnter(account, native))) return // the project is in root's home, which the next test covers
    expect(await commandOf(database.pid)).toEqual([
      join(native, 'bin', 'postgres'),
      '-D',
      join(data, 'postgres', 'cluster'),
    ])
  })

  it('lets nobody but the account into the folders that it makes', async () => {
    const data = join(await scratchFolder(), 'data')
    const database = await startInProcess(data)
    const { gid } = await stat(join(data, 'postgres', 'cluster'))
    const entered = { mode: 0o40710, uid: 0, gid }
    expect(await identityOf(data)).toMatchObject(entered)
    expect(await identityOf(join(data, 'postgres'))).toMatchObject(entered)
    await database.stop()
  })

  it('keeps the data in a private home, runs a copy of the programs, and changes no permissions', async () => {
    const home = join(await scratchFolder(), 'home')
    await mkdir(home, { mode: 0o700 })
    const data = await dataDirectory(home)
    const copyFolder = await scratchFolder()
    const hidden = await copyOfPackage(home, { withLinks: false })
    const before = await identityOf(home)
    const deps = { findBinaries: async () => hidden, copyFolders: ['/nonexistent', copyFolder] }

    const first = await startInProcess(data, deps)
    const [copy] = await readdir(join(copyFolder, 'bugle'))
    expect(await readlink(`/proc/${first.pid}/exe`)).toBe(join(copyFolder, 'bugle', copy!, 'bin', 'postgres'))
    expect(await readlink(`/proc/${first.pid}/cwd`)).toBe(join(data, 'postgres', 'cluster'))
    expect((await statusOf(first.pid, 'Uid'))[0]).not.toBe('0')
    await exercise(first.connection)
    await first.stop()

    // A complete copy is kept; an incomplete one is replaced.
    const copied = await identityOf(join(copyFolder, 'bugle', copy!))
    const second = await startInProcess(data, deps)
    expect(await identityOf(join(copyFolder, 'bugle', copy!))).toEqual(copied)
    for (const pid of await serverProcesses(join(data, 'postgres', 'cluster'))) process.kill(pid, 'SIGKILL')
    expect(await second.exited).toEqual({ expected: false })
    await truncate(join(copyFolder, 'bugle', copy!, 'share', 'postgresql', 'postgres.bki'), 10)

    const third = await startInProcess(data, deps)
    expect((await stat(join(copyFolder, 'bugle', copy!))).ino).not.toBe(copied.ino)
    expect(await readdir(join(copyFolder, 'bugle'))).toEqual([copy])
    expect(await selectColumn(third.connection, 'select count(*)::int from big')).toEqual([20_000])
    await third.stop()
    expect(await identityOf(home)).toEqual(before)
  })

  it('does not run programs from a folder that another account could write to', async () => {
    const home = join(await scratchFolder(), 'home')
    await mkdir(home, { mode: 0o700 })
    const copyFolder = await scratchFolder()
    await mkdir(join(copyFolder, 'bugle'))
    await chown(join(copyFolder, 'bugle'), nobody!.uid, nobody!.gid)
    const hidden = await copyOfPackage(home, { withLinks: true })
    const started = startInProcess(await dataDirectory(), {
      findBinaries: async () => hidden,
      copyFolders: [copyFolder],
    })
    await expect(started).rejects.toThrow(/no folder is suitable for a copy.*DATABASE_URL/)
    expect(await readdir(join(copyFolder, 'bugle'))).toEqual([])
  })

  it('keeps the owner of a cluster, and takes back one that was given to root', async () => {
    const data = await usedDirectory()
    const cluster = join(data, 'postgres', 'cluster')
    const first = await startInProcess(data)
    await selectColumn(first.connection, 'create table kept as select 42 as answer')
    await first.stop()

    await giveTo(cluster, nobody!.uid, nobody!.gid)
    const second = await startInProcess(data)
    expect((await statusOf(second.pid, 'Uid'))[0]).toBe(String(nobody!.uid))
    await second.stop()

    await giveTo(cluster, 0, 0)
    const third = await startInProcess(data)
    expect((await statusOf(third.pid, 'Uid'))[0]).not.toBe('0')
    expect(await selectColumn(third.connection, 'select answer from kept')).toEqual([42])
  })

  it('stops what a killed run left in a private home', async () => {
    const home = join(await scratchFolder(), 'home')
    await mkdir(home, { mode: 0o700 })
    const data = await dataDirectory(home)
    const killed = spawnBugle(data)
    const { pid } = await killed.event('ready')
    await killed.kill()
    const log = memoryLog()
    await startInProcess(data, { log })
    expect(log.lines[0]).toContain('A database server of an earlier run is still running')
    expect(await serverProcesses(join(data, 'postgres', 'cluster'))).not.toContain(pid)
  })
})

describe.runIf(canRunAsNobody && hasProc)('started by another user', () => {
  const homeOf = async (uid: number, gid: number) => {
    const home = join(await scratchFolder(), 'home')
    await mkdir(home, { mode: 0o700 })
    await chown(home, uid, gid)
    return home
  }

  it('runs as that user at every start, also after kill -9', async () => {
    const { uid, gid } = nobody!
    const data = await dataDirectory(await homeOf(uid, gid))
    const killed = spawnBugle(data, { uid, gid })
    const first = await killed.event('ready')
    expect((await statusOf(first.pid!, 'Uid'))[0]).toBe(String(uid))
    await selectColumn(first.connection!, 'create table kept as select 42 as answer')
    await killed.kill()

    const bugle = spawnBugle(data, { uid, gid })
    const second = await bugle.event('ready')
    expect(bugle.events[0]).toMatchObject({ message: expect.stringContaining('of an earlier run') })
    expect(await selectColumn(second.connection!, 'select answer from kept')).toEqual([42])
    await bugle.stop()
    expect((await stat(join(data, 'postgres', 'password'))).uid).toBe(uid)
  })

  it('explains that the data belongs to another user', async () => {
    const { uid, gid } = nobody!
    const data = await usedDirectory()
    const bugle = spawnBugle(data, { uid, gid })
    expect(await bugle.event('refused')).toMatchObject({
      name: 'EmbeddedDatabaseError',
      message: expect.stringContaining('Start Bugle as the account that owns this folder'),
    })
  })

  it('explains that the user has no name', async () => {
    const data = await dataDirectory(await homeOf(54321, 54321))
    const bugle = spawnBugle(data, { uid: 54321, gid: 54321 })
    expect(await bugle.event('refused')).toMatchObject({
      message: expect.stringMatching(/user id 54321.*DATABASE_URL/),
    })
  })
})

describe.runIf(isRoot)('reach', () => {
  it('checks the mode of every folder of the path', async () => {
    const account: Account = { name: 'x', uid: 4711, gid: 4712, spawn: { uid: 4711, gid: 4712 } }
    const folder = join(await scratchFolder(), 'a', 'b')
    await mkdir(folder, { recursive: true })
    const cases: [mode: number, uid: number, gid: number, enters: boolean][] = [
      [0o755, 0, 0, true],
      [0o700, 0, 0, false],
      [0o711, 0, 0, true],
      [0o754, 0, 0, false],
      [0o710, 0, 4712, true],
      [0o701, 0, 4712, false],
      [0o100, 4711, 0, true],
      [0o077, 4711, 4712, false],
    ]
    for (const [mode, uid, gid, enters] of cases) {
      await chown(dirname(folder), uid, gid)
      await chmod(dirname(folder), mode)
      expect([mode.toString(8), uid, gid, await canEnter(account, folder)]).toEqual([
        mode.toString(8),
        uid,
        gid,
        enters,
      ])
    }
    expect(await canEnter({ ...account, spawn: {} }, folder)).toBe(true)
  })
})

/**
 * Runs statements that depend on the server's path to its own directory: all kinds of files, processes and programs.
 */
async function exercise(connection: Parameters<typeof selectColumn>[0]): Promise<void> {
  const client = await connect(connection)
  await client.query('create extension pg_trgm')
  await client.query('create table big as select g as n, md5(g::text) as text from generate_series(1, 20000) g')
  await client.query('create index on big using gin (text gin_trgm_ops)')
  await client.query("set work_mem = '64kB'")
  await client.query('select text from big order by text offset 19999') // spills into temporary files
  await client.query('set max_parallel_workers_per_gather = 2')
  const thresholds = ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size']
  for (const name of thresholds) await client.query(`set ${name} = 0`)
  await client.query('set enable_mergejoin = off')
  const join = 'select count(*) from big a join big b using (text)'
  const { rows } = await client.query(`explain (analyze, format json) ${join}`)
  expect(JSON.stringify(rows)).toMatch(/"Workers Launched":[12]/)
  expect(JSON.stringify(rows)).toMatch(/"Temp Written Blocks":[1-9]/)
  await client.query('create database another')
  await client.query('drop database another')
  await client.query('vacuum analyze big')
  await client.query('checkpoint')
  await client.end()
}

async function giveTo(folder: string, uid: number, gid: number): Promise<void> {
  const child = spawn('chown', ['-R', `${uid}:${gid}`, folder])
  await once(child, 'exit')
  await chmod(folder, 0o700)
}
