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

/** The main process of the server, our child. */
export interface Postmaster {
  readonly pid: number
  readonly log: ServerLog
  readonly exited: Promise<void>
  hasExited(): boolean
  stop(patience: StopTimeouts): Promise<void>
  hurry(): void
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
    // A session of its own: Ctrl-C in the terminal is for us, and we need the database while we drain.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const serverLog = new ServerLog(child.stderr, log)
  // Not `close`: its children may hold on to the pipe for a while.
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw await cannotSpawn(program.postgres, account, error)
  }
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  child.on('error', () => {}) // a signal that could not be sent; the next one is ruder
  return {
    pid: child.pid!,
    log: serverLog,
    exited,
    hasExited,
    async stop(patience) {
      serverLog.isStopping = true
      await stopChild(child, exited, hasExited, patience)
    },
    hurry() {
      serverLog.isStopping = true
      child.kill('SIGQUIT')
    },
  }
}

/** Fast (with a checkpoint), then at once (recovers at the next start), then whether it likes it or not. */
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
