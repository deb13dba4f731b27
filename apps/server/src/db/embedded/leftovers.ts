import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ignoreErrors } from '../ignore-errors.ts'
import { EmbeddedDatabaseError, isSystemError } from './embedded-database-error.ts'
import type { Log } from './log.ts'
import type { DatabasePaths } from './paths.ts'
import { socketName } from './paths.ts'
import { serverProcesses } from './processes.ts'
import { probeSocket, withShortName } from './unix-socket.ts'

/** Timeouts of each way to stop the server, before a more forceful one. */
export interface StopTimeouts {
  readonly fastMs: number
  readonly immediateMs: number
}
export const defaultStopTimeouts: StopTimeouts = { fastMs: 15_000, immediateMs: 8_000 }

/**
 * Stops and removes what a killed run left behind. We hold the lock, so nobody else is using it.
 *
 * A server that is still running is restarted rather than adopted: its exit could not be observed, its log goes into a
 * broken pipe, and its settings or even its version may be those of the last release. This takes a second, once.
 */
export async function clearLeftovers(paths: DatabasePaths, log: Log, timeouts = defaultStopTimeouts): Promise<void> {
  await killAll(paths.unfinished)
  await rm(paths.unfinished, { recursive: true, force: true })

  const recorded = await recordedPid(paths.cluster)
  const running = await serverProcesses(paths.cluster)
  if (running.length > 0) {
    log.warn({ pids: running }, 'A database server of an earlier run is still running; stopping it first')
    await stopServer(
      paths.cluster,
      running.find((pid) => pid === recorded),
      timeouts,
    )
  } else if (recorded !== undefined && (await isAliveElsewhere(paths))) {
    throw new EmbeddedDatabaseError(
      `A database server that is not visible to this process, perhaps in another container, is using ${paths.cluster}. Stop it first.`,
    )
  }
  // PostgreSQL would take any living process with the recorded id for a running server.
  for (const name of ['postmaster.pid', socketName, `${socketName}.lock`]) {
    await rm(join(paths.cluster, name), { force: true })
  }
}

/**
 * Stops the server gracefully if its main process lives; without it, the other processes only react to an immediate
 * stop.
 */
async function stopServer(cluster: string, main: number | undefined, timeouts: StopTimeouts): Promise<void> {
  if (main !== undefined) {
    signal([main], 'SIGINT')
    if (await allGone(cluster, timeouts.fastMs)) return
    signal([main], 'SIGQUIT')
    if (await allGone(cluster, timeouts.immediateMs)) return
  } else {
    signal(await serverProcesses(cluster), 'SIGQUIT')
    if (await allGone(cluster, 2_000)) return
  }
  await killAll(cluster)
}

/** Kills servers whose data is worthless, or that do not react to anything else; crash recovery follows. */
export async function killAll(directory: string): Promise<void> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const pids = await serverProcesses(directory)
    if (pids.length === 0) return
    if (performance.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `A database server of an earlier run (processes ${pids.join(', ')}) cannot be stopped. ` +
          'Its disk may be unresponsive.',
      )
    }
    signal(pids, 'SIGKILL') // repeatedly: a dying server may have just started another process
    await wait(25)
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ESRCH') throw error
    }
  }
}

async function allGone(directory: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while ((await serverProcesses(directory)).length > 0) {
    if (performance.now() > deadline) return false
    await wait(25)
  }
  return true
}

/** Reads the first line of postmaster.pid; 0 if it is invalid (the machine went down while it was written). */
async function recordedPid(cluster: string): Promise<number | undefined> {
  const text = await ignoreErrors(['ENOENT'], () => readFile(join(cluster, 'postmaster.pid'), 'utf8'))
  return text === undefined ? undefined : Number.parseInt(text, 10) || 0
}

async function isAliveElsewhere(paths: DatabasePaths): Promise<boolean> {
  const state = await withShortName(paths.cluster, socketName, (short) => probeSocket(join(short, socketName)))
  return state === 'alive'
}
