import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddedDatabaseError, isSystemError, unless } from './embedded-database-error.ts'
import type { Log } from './log.ts'
import type { Places } from './places.ts'
import { socketName } from './places.ts'
import { serverProcesses } from './processes.ts'
import { probeSocket, withShortName } from './unix-socket.ts'

/** How long each way of asking may take before the next, ruder one. */
export interface StopTimeouts {
  readonly fastMs: number
  readonly immediateMs: number
}
export const defaultStopTimeouts: StopTimeouts = { fastMs: 15_000, immediateMs: 8_000 }

/**
 * Clears away what an earlier run of ours left when it was killed. We hold the lock, so nobody else is using it.
 *
 * A server that lives on is stopped and started afresh rather than adopted: its exit could not be observed, its log goes
 * into a broken pipe, and its settings or even its version may be those of the last release. That costs a second, once.
 */
export async function clearLeftovers(places: Places, log: Log, patience = defaultStopTimeouts): Promise<void> {
  await killAll(places.unfinished)
  await rm(places.unfinished, { recursive: true, force: true })

  const recorded = await recordedPid(places.cluster)
  const running = await serverProcesses(places.cluster)
  if (running.length > 0) {
    log.warn({ pids: running }, 'A database server of an earlier run is still there; stopping it first')
    await stopServer(
      places.cluster,
      running.find((pid) => pid === recorded),
      patience,
    )
  } else if (recorded !== undefined && (await answersElsewhere(places))) {
    throw new EmbeddedDatabaseError(
      `A database server that this process cannot see, in another container perhaps, is using ${places.cluster}. Stop it first.`,
    )
  }
  // PostgreSQL would take any living process with the recorded number for a running server.
  for (const name of ['postmaster.pid', socketName, `${socketName}.lock`]) {
    await rm(join(places.cluster, name), { force: true })
  }
}

/** Politely while there is a main process to ask; processes that lost theirs only understand "at once". */
async function stopServer(cluster: string, main: number | undefined, patience: StopTimeouts): Promise<void> {
  if (main !== undefined) {
    signal([main], 'SIGINT')
    if (await allGone(cluster, patience.fastMs)) return
    signal([main], 'SIGQUIT')
    if (await allGone(cluster, patience.immediateMs)) return
  } else {
    signal(await serverProcesses(cluster), 'SIGQUIT')
    if (await allGone(cluster, 2_000)) return
  }
  await killAll(cluster)
}

/** For servers whose data is not worth anything, and for those that nothing else moves; crash recovery follows. */
export async function killAll(directory: string): Promise<void> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const pids = await serverProcesses(directory)
    if (pids.length === 0) return
    if (performance.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `A database server of an earlier run (processes ${pids.join(', ')}) cannot be stopped. ` +
          'Its disk may not be answering.',
      )
    }
    signal(pids, 'SIGKILL') // again and again: a dying server may just have started one more
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

/** The first line of postmaster.pid, 0 when it makes no sense (the machine went down while it was written). */
async function recordedPid(cluster: string): Promise<number | undefined> {
  const text = await unless(['ENOENT'], () => readFile(join(cluster, 'postmaster.pid'), 'utf8'))
  return text === undefined ? undefined : Number.parseInt(text, 10) || 0
}

async function answersElsewhere(places: Places): Promise<boolean> {
  const state = await withShortName(places.cluster, socketName, (short) => probeSocket(join(short, socketName)))
  return state === 'answering'
}
