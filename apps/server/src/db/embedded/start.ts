import { type Account, serverAccount } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { createCluster, inspectCluster, repairRights, resetPassword } from './cluster.ts'
import type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './embedded-database.ts'
import { toSentence } from './embedded-database-error.ts'
import { clearLeftovers, defaultStopTimeouts, type StopTimeouts } from './leftovers.ts'
import { type Lock, takeLock } from './lock.ts'
import type { Log } from './log.ts'
import { findPassword, keepPassword, newPassword } from './password.ts'
import { makePlaces, type Places, port, socketName } from './places.ts'
import { type Postmaster, spawnPostmaster } from './postmaster.ts'
import { type Program, prepareProgram, systemShelves } from './program.ts'
import { type Connection, untilReady } from './readiness.ts'
import { writeSettings } from './settings.ts'
import { keepShortName, type ShortName } from './unix-socket.ts'

/** What a test may put in the place of the machine's own. */
export interface Surroundings {
  readonly findBinaries: () => Promise<Binaries>
  readonly shelves: readonly string[]
  readonly patience: StopTimeouts
}
const usualSurroundings: Surroundings = { findBinaries, shelves: systemShelves, patience: defaultStopTimeouts }

export async function start(
  options: EmbeddedDatabaseOptions,
  given: Partial<Surroundings> = {},
): Promise<EmbeddedDatabase> {
  const surroundings = { ...usualSurroundings, ...given }
  try {
    const binaries = await surroundings.findBinaries()
    const places = await makePlaces(options.dataDirectory)
    const lock = await takeLock(places.own)
    try {
      return await startLocked(options, surroundings, binaries, places, lock)
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (error) {
    throw toSentence(error, options.dataDirectory)
  }
}

async function startLocked(
  { sharedBuffersMb = 128, log }: EmbeddedDatabaseOptions,
  { shelves, patience }: Surroundings,
  binaries: Binaries,
  places: Places,
  lock: Lock,
): Promise<EmbeddedDatabase> {
  const began = performance.now()
  const account = await serverAccount(places.cluster)
  const program = await prepareProgram(binaries, account, { own: places.own, shelves })
  const state = await inspectCluster(places, program)
  await clearLeftovers(places, log, patience)
  if (state === 'ours') await repairRights(places, account, log)
  const password = await preparePassword(places, program, account, state, log)
  await writeSettings(places.cluster, account, { sharedBuffersMb })

  const shortName = await keepShortName(places.cluster, socketName, places.shortName)
  const connection = { host: shortName.directory, port, user: 'bugle', password, database: 'bugle' }
  const postmaster = await startServer(
    places,
    program,
    account,
    { ...connection, isNew: state === 'absent' },
    patience,
    log,
  )
  log.info({ pid: postmaster.pid, account: account.name, ms: Math.round(performance.now() - began) }, 'Database ready')
  return supervised(postmaster, connection, places, lock, shortName, patience, log)
}

/** The password is on disk before the cluster that knows it gets its name. */
async function preparePassword(
  places: Places,
  program: Program,
  account: Account,
  state: 'absent' | 'ours',
  log: Log,
): Promise<string> {
  const known = await findPassword(places.password)
  const password = known ?? newPassword()
  if (state === 'absent') {
    if (!known) await keepPassword(places.password, password)
    await createCluster(places, program, account, password, log)
  } else if (!known) {
    await resetPassword(places, program, account, password, log)
    await keepPassword(places.password, password)
  }
  return password
}

/**
 * PostgreSQL says F0001 when another server, or a last process of one, still works in the directory. We have cleared
 * that away and hold the lock, so it can only be one that was being born or dying meanwhile: clear away again.
 */
async function startServer(
  places: Places,
  program: Program,
  account: Account,
  connection: Connection & { isNew: boolean },
  patience: StopTimeouts,
  log: Log,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const postmaster = await spawnPostmaster(places.cluster, program, account, log)
    try {
      await untilReady(postmaster, connection, log)
      return postmaster
    } catch (error) {
      await postmaster.stop(patience)
      if (postmaster.log.lastFatal?.code !== 'F0001' || attempt === 5) throw error
      await clearLeftovers(places, log, patience)
    }
  }
}

function supervised(
  postmaster: Postmaster,
  connection: Connection,
  places: Places,
  lock: Lock,
  shortName: ShortName,
  patience: StopTimeouts,
  log: Log,
): EmbeddedDatabase {
  let stopping: Promise<void> | undefined
  const exited = postmaster.exited.then(async () => {
    const expected = stopping !== undefined
    await tidyUp(expected).catch((error: unknown) => log.warn({ err: error }, 'Tidying up after the database failed'))
    return { expected }
  })
  // The lock goes last, and with the server: the caller may start again in this process.
  const tidyUp = async (expected: boolean) => {
    if (expected) await clearLeftovers(places, log, patience) // finds some only if the server had to be killed
    await shortName.release(expected ? 'remove' : 'keep')
    await lock.release()
  }
  const stop = async () => {
    await postmaster.stop(patience)
    await exited
  }
  return {
    connection,
    pid: postmaster.pid,
    exited,
    stop() {
      stopping ??= stop()
      return stopping
    },
    hurry: postmaster.hurry,
  }
}
