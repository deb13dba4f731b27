import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { serverAccount } from './account.ts'
import { serverProcesses } from './processes.ts'
import { connect, memoryLog, selectColumn, spawnBugle, startInProcess, usedDirectory } from './testing/scratch.ts'

const clusterOf = (data: string) => join(data, 'postgres', 'cluster')

it('after kill -9 of Bugle the remaining server is stopped, and the data is intact', async () => {
  const data = await usedDirectory()
  const killed = spawnBugle(data)
  const { connection, pid } = await killed.event('ready')
  await selectColumn(connection!, 'create table kept as select 42 as answer')
  await killed.kill()
  expect(await serverProcesses(clusterOf(data))).toContain(pid)

  const log = memoryLog()
  const database = await startInProcess(data, { log })
  expect(database.pid).not.toBe(pid)
  expect(await selectColumn(database.connection, 'select answer from kept')).toEqual([42])
  expect(log.lines[0]).toContain('A database server of an earlier run is still running')
  expect(await serverProcesses(clusterOf(data))).not.toContain(pid)
})

it('after kill -9 of everything, recovery keeps every acknowledged row', async () => {
  const data = await usedDirectory()
  const killed = spawnBugle(data)
  const { connection } = await killed.event('ready')
  const client = await connect(connection!)
  await client.query('create table kept (n int)')
  let acknowledged = 0
  const writing = (async () => {
    for (;;) {
      await client.query('insert into kept values ($1)', [acknowledged + 1])
      acknowledged += 1
    }
  })().catch(() => {})
  await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(20), { timeout: 20_000, interval: 5 })
  await killed.kill()
  for (const pid of await serverProcesses(clusterOf(data))) kill(pid)
  await writing

  const database = await startInProcess(data)
  const [rows] = await selectColumn(database.connection, 'select count(*)::int, max(n) from kept')
  const [count, last] = rows as [number, number]
  expect(last).toBe(count) // no gaps
  expect(count - acknowledged).toBeOneOf([0, 1]) // the row in flight may have been written
})

it('after kill -9 of the server alone its exit is reported, and the same process can start it again', async () => {
  const data = await usedDirectory()
  const first = await startInProcess(data)
  await selectColumn(first.connection, 'create table kept as select 42 as answer')
  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toEqual({ expected: false })
  const second = await startInProcess(data)
  expect(second.connection).toEqual(first.connection)
  expect(await selectColumn(second.connection, 'select answer from kept')).toEqual([42])
  await first.stop() // stopping an ended server does nothing
  expect(await selectColumn(second.connection, 'select 1')).toEqual([1])
})

it('busy sessions that outlive their server do not prevent the next start', async () => {
  const data = await usedDirectory()
  const first = await startInProcess(data)
  const client = await connect(first.connection)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const busy = client.query('select count(*) from generate_series(1, 1e12::bigint)').catch(() => {})
  const other = await connect(first.connection)
  await vi.waitFor(async () => {
    const active = await other.query("select 1 from pg_stat_activity where pid = $1 and state = 'active'", [
      rows[0].pid,
    ])
    expect(active.rowCount).toBe(1)
  })
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await startInProcess(data)
  await busy
  expect(await selectColumn(second.connection, 'select 1')).toEqual([1])
})

it('after a start is killed at any point, the next one succeeds', async () => {
  const data = await usedDirectory()
  const pidFile = join(clusterOf(data), 'postmaster.pid')
  for (const moment of [join(data, 'postgres', 'lock'), pidFile, join(clusterOf(data), '.s.PGSQL.5432')]) {
    const killed = spawnBugle(data)
    await vi.waitFor(() => access(moment), { timeout: 20_000, interval: 1 })
    await killed.kill()
    const database = await startInProcess(data)
    expect(await selectColumn(database.connection, 'select 1')).toEqual([1])
    await database.stop()
  }
})

it('a process that reuses the dead server’s id neither blocks a start nor is killed', async () => {
  const data = await usedDirectory()
  const first = await startInProcess(data)
  const pidFile = join(clusterOf(data), 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8')
  const account = await serverAccount(clusterOf(data))
  await first.stop()
  // It runs as the same account: PostgreSQL ignores processes of others, but would take this one for a server.
  const bystander = spawn('tail', ['-f', '/dev/null'], { ...account.spawn, cwd: '/' })
  onTestFinished(() => void bystander.kill('SIGKILL'))
  await once(bystander, 'spawn')
  for (const line of [String(bystander.pid), '', 'nonsense']) {
    await writeFile(pidFile, line === '' ? '' : text.replace(/^\d+/, line))
    const database = await startInProcess(data)
    expect(await selectColumn(database.connection, 'select 1')).toEqual([1])
    await database.stop()
  }
  expect(isAlive(bystander)).toBe(true)
})

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // removed with the previous one
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}
