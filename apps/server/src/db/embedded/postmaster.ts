import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { StopTimeouts } from './leftovers.ts'
import type { Log } from './log.ts'
import type { Program } from './program.ts'
import { cannotSpawn } from './run.ts'
import { ServerLog } from './server-log.ts'
import { nameForServer } from './working-directory.ts'

/** The server's main process, our child. */
export interface Postmaster {
  readonly pid: number
  readonly log: ServerLog
  readonly exited: Promise<void>
  hasExited(): boolean
  stop(timeouts: StopTimeouts): Promise<void>
  stopNow(): void
}

export async function spawnPostmaster(
  cluster: string,
  program: Program,
  account: Account,
  log: Log,
): Promise<Postmaster> {
  const child = spawn(program.postgres, ['-D', await nameForServer(cluster, account)], {
    ...account.spawn,
    cwd: cluster,
    env: program.environment,
    // In its own session: Ctrl+C in the terminal is meant for us, and the database is needed while we drain.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const serverLog = new ServerLog(child.stderr, log)
  // Not `close`: its children may keep the pipe open for a while.
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw await cannotSpawn(program.postgres, account, error)
  }
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  child.on('error', () => {}) // a signal could not be sent; the next one is more forceful
  return {
    pid: child.pid!,
    log: serverLog,
    exited,
    hasExited,
    async stop(timeouts) {
      serverLog.isStopping = true
      await stopChild(child, exited, hasExited, timeouts)
    },
    stopNow() {
      serverLog.isStopping = true
      child.kill('SIGQUIT')
    },
  }
}

/**
 * Stops the server with a checkpoint, after a timeout without one (recovery follows at the next start), and finally by
 * killing it.
 */
async function stopChild(
  child: ChildProcess,
  exited: Promise<void>,
  hasExited: () => boolean,
  { fastMs, immediateMs }: StopTimeouts,
): Promise<void> {
  for (const [signal, bound] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', undefined],
  ] as const) {
    if (hasExited()) return
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([exited, ...(bound === undefined ? [] : [after(bound, timer.signal)])])
    timer.abort()
  }
}

async function after(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {})
}
