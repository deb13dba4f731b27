import { type Account, serverAccount } from './account.ts'
import { prepareArchiving, prepareRecovery } from './archiving.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { createCluster, inspectCluster, repairRights, resetPassword } from './cluster.ts'
import type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './embedded-database.ts'
import { explainError } from './embedded-database-error.ts'
import { clearLeftovers, defaultStopTimeouts, type StopTimeouts } from './leftovers.ts'
import { type Lock, takeLock } from './lock.ts'
import type { Log } from './log.ts'
import { findPassword, keepPassword, newPassword } from './password.ts'
import { type DatabasePaths, port, preparePaths, restrictAccess, socketName } from './paths.ts'
import { type Postmaster, spawnPostmaster } from './postmaster.ts'
import { type Program, prepareProgram, systemCopyFolders } from './program.ts'
import { type Connection, untilReady } from './readiness.ts'
import { writeSettings } from './settings.ts'
import { keepShortName, type ShortName } from './unix-socket.ts'

/** Properties of the machine that tests replace. */
export interface StartDeps {
  readonly findBinaries: () => Promise<Binaries>
  readonly copyFolders: readonly string[]
  readonly timeouts: StopTimeouts
}
const defaultDeps: StartDeps = { findBinaries, copyFolders: systemCopyFolders, timeouts: defaultStopTimeouts }

export async function start(
  options: EmbeddedDatabaseOptions,
  given: Partial<StartDeps> = {},
): Promise<EmbeddedDatabase> {
  const deps = { ...defaultDeps, ...given }
  try {
    const binaries = await deps.findBinaries()
    const paths = await preparePaths(options.dataDirectory)
    const lock = await takeLock(paths.own)
    try {
      return await startLocked(options, deps, binaries, paths, lock)
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    throw explainError(error, options.dataDirectory)
  }
}

async function startLocked(
  { sharedBuffersMb = 128, maxConnections = 60, isArchived = false, recovery, log }: EmbeddedDatabaseOptions,
  { copyFolders, timeouts }: StartDeps,
  binaries: Binaries,
  paths: DatabasePaths,
  lock: Lock,
): Promise<EmbeddedDatabase> {
  const began = performance.now()
  const account = await serverAccount(paths.cluster)
  await restrictAccess(paths, account)
  const program = await prepareProgram(binaries, account, { own: paths.own, copyFolders })
  const state = await inspectCluster(paths, program)
  await clearLeftovers(paths, log, timeouts)
  if (state === 'ours') await repairRights(paths, account, log)
  await prepareRecovery(paths, account, recovery)
  const password = await preparePassword(paths, program, account, state, log)
  await writeSettings(paths.cluster, account, { sharedBuffersMb, maxConnections, isArchived, recovery })
  await prepareArchiving(paths, account, isArchived)

  const shortName = await keepShortName(paths.cluster, socketName, paths.shortName)
  const connection = { host: shortName.directory, port, user: 'bugle', password, database: 'bugle' }
  const postmaster = await startServer(
    paths,
    program,
    account,
    { ...connection, isNew: state === 'absent', isRecovery: recovery !== undefined },
    timeouts,
    log,
  )
  log.info({ pid: postmaster.pid, account: account.name, ms: Math.round(performance.now() - began) }, 'Database ready')
  return supervised(postmaster, connection, paths, lock, shortName, timeouts, log)
}

/** Reads or generates the password. It is on disk before the cluster that knows it gets its name. */
async function preparePassword(
  paths: DatabasePaths,
  program: Program,
  account: Account,
  state: 'absent' | 'ours',
  log: Log,
): Promise<string> {
  const known = await findPassword(paths.password)
  const password = known ?? newPassword()
  if (state === 'absent') {
    if (!known) await keepPassword(paths.password, password)
    await createCluster(paths, program, account, password, log)
  } else if (!known) {
    await resetPassword(paths, program, account, password, log)
    await keepPassword(paths.password, password)
  }
  return password
}

/**
 * Starts the server. PostgreSQL reports F0001 if another server, or a last process of one, still works in the
 * directory. Leftovers are gone and we hold the lock, so it can only be one that was just starting or ending: clear
 * again.
 */
async function startServer(
  paths: DatabasePaths,
  program: Program,
  account: Account,
  connection: Connection & { isNew: boolean; isRecovery: boolean },
  timeouts: StopTimeouts,
  log: Log,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const postmaster = await spawnPostmaster(paths.cluster, program, account, log)
    try {
      await untilReady(postmaster, connection, log)
      return postmaster
    } catch (error) {
      await postmaster.stop(timeouts)
      if (postmaster.log.lastFatal?.code !== 'F0001' || attempt === 5) throw error
      await clearLeftovers(paths, log, timeouts)
    }
  }
}

function supervised(
  postmaster: Postmaster,
  connection: Connection,
  paths: DatabasePaths,
  lock: Lock,
  shortName: ShortName,
  timeouts: StopTimeouts,
  log: Log,
): EmbeddedDatabase {
  let stopping: Promise<void> | undefined
  const exited = postmaster.exited.then(async () => {
    const expected = stopping !== undefined
    await tidyUp(expected).catch((error: unknown) => log.warn({ err: error }, 'Cleaning up after the database failed'))
    return { expected }
  })
  // The lock is released last, together with the server: the caller may start again in this process.
  const tidyUp = async (expected: boolean) => {
    if (expected) await clearLeftovers(paths, log, timeouts) // there are some only if the server had to be killed
    await shortName.release(expected ? 'remove' : 'keep')
    await lock.release()
  }
  const stop = async () => {
    await postmaster.stop(timeouts)
    await exited
  }
  return {
    connection,
    superuser: { ...connection, user: 'postgres', database: 'postgres' },
    pid: postmaster.pid,
    exited,
    stop() {
      stopping ??= stop()
      return stopping
    },
    stopNow: postmaster.stopNow,
  }
}
