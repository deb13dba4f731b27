import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makePartitions } from '../src/worker-role.ts'
import { newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer()
const { pool } = server.database
await makePartitions(pool, new Date())

it('an event is on disk before its sender gets the 202', async ({ skip }) => {
  const reason = whyNot()
  expect(process.env.CI === 'true' ? reason : undefined, 'nothing may be missing in CI').toBeUndefined()
  skip(reason !== undefined, reason)
  const app = await newReporter(server)
  await app.report()
  const trace = await traceSyncs()
  const spans: [from: number, to: number][] = []
  for (let n = 0; n < 5; n++) {
    const from = Date.now() / 1000
    await app.report()
    spans.push([from, Date.now() / 1000])
  }
  const syncs = await trace.stop()
  for (const [from, to] of spans) {
    // Our clock has milliseconds, strace's has microseconds.
    const within = syncs.filter((at) => at >= from - 0.001 && at <= to + 0.001)
    expect(within.length, `syncs between ${from} and ${to}: ${syncs.join()}`).toBeGreaterThan(0)
  }
  const { rows } = await pool.query(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('full_page_writes') as pages`,
  )
  expect(rows).toEqual([{ fsync: 'on', commit: 'on', pages: 'on' }])
})

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'strace is for Linux'
  if (spawnSync('strace', ['-V']).error !== undefined) return 'strace is not installed'
  const { status, stderr } = spawnSync('strace', ['-o', '/dev/null', '-e', 'trace=none', 'true'], { encoding: 'utf8' })
  return status === 0 ? undefined : `strace may not trace here: ${stderr.trim()}`
}

/** Traces every process of the database, because any of them may flush the log for a commit. */
async function traceSyncs(): Promise<{ stop(): Promise<number[]> }> {
  // Opens all connections of the pool, so that none is opened during the trace.
  await Promise.all(Array.from({ length: 6 }, () => pool.query('select pg_sleep(0.05)')))
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity where pid is not null')
  const directory = mkdtempSync(join(tmpdir(), 'bugle-strace-'))
  const file = join(directory, 'trace')
  const pids = rows.flatMap(({ pid }) => ['-p', String(pid)])
  const strace = spawn('strace', ['-ttt', '-o', file, '-e', 'trace=fsync,fdatasync', ...pids], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await attached(strace, rows.length)
  return {
    stop: async () => {
      const ended = new Promise((resolve) => strace.once('exit', resolve))
      strace.kill('SIGINT')
      await ended
      const lines = readFileSync(file, 'utf8').split('\n')
      rmSync(directory, { recursive: true })
      // `<pid> <time> fdatasync(7) = 0`, or the second part of a line interrupted by others.
      return lines
        .filter((line) => /\b(fsync|fdatasync)\b.*= 0$/.test(line))
        .map((line) => Number(line.trim().split(/\s+/)[1]))
    },
  }
}

async function attached(strace: ChildProcess, processes: number): Promise<void> {
  let said = ''
  strace.stderr!.on('data', (chunk) => {
    said += chunk
  })
  // Processes that have ended meanwhile are listed as well.
  const count = async () => said.match(/attached$|attach: /gm)?.length ?? 0
  await until(count, (seen) => seen >= processes)
}
