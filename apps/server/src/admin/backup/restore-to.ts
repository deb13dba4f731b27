import { rename, stat } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { ArchiveError, findBase, restoreBase, segmentBytes, serveLog } from '../../db/archive/index.ts'
import { openDatabase } from '../../db/database.ts'
import { EmbeddedDatabaseError, pathsIn, startEmbeddedDatabase } from '../../db/embedded/index.ts'
import { makeDirectory } from '../../db/make-directory.ts'
import { endAllSessions } from '../../domains/auth/index.ts'
import { type ObjectStore, ObjectStoreUnavailable } from '../../ports/object-store.ts'
import { installSecret } from '../../secret-file.ts'
import { archiveStoreOf } from '../../wiring/archive-store.ts'
import { formatBytes } from '../format-bytes.ts'
import { OperatorError } from '../operator-error.ts'
import { readEmbeddedState } from '../with-database.ts'
import { findOtherBuckets } from './backup-store.ts'
import { Progress } from './progress.ts'

export interface RestoreToOptions {
  config: Config
  /** The last moment to restore; undefined: all that is archived. */
  to: Date | undefined
  replace: boolean
  keepSessions: boolean
  isDryRun: boolean
  now: Date
  print: (line: string) => void
}

/** Runs `restore --to TIME`: restores the embedded database from BUGLE_ARCHIVE as it was at a moment. */
export async function restoreTo(options: RestoreToOptions): Promise<void> {
  const { config, to } = options
  if (config.archive === undefined)
    throw new OperatorError('Set BUGLE_ARCHIVE to the server’s value: --to restores from it.')
  if (config.DATABASE_URL !== undefined)
    throw new OperatorError(
      'BUGLE_ARCHIVE has the embedded database, and DATABASE_URL names another one. Unset DATABASE_URL.',
    )
  const buckets = Object.keys(config.BUGLE_BUCKETS)
  if (buckets.length > 0)
    throw new OperatorError(
      `BUGLE_ARCHIVE has the embedded database alone, and ${buckets.join(', ')} would stay as ${buckets.length === 1 ? 'it is' : 'they are'}. Restore the servers of BUGLE_BUCKETS by the means of PostgreSQL first, to a moment that is not later; then unset BUGLE_BUCKETS for this command.`,
    )
  if ((await readEmbeddedState(config)) === 'running')
    throw new OperatorError(`Bugle is running on ${config.dataDirectory}. Stop it first.`)
  try {
    await restoreFromArchive(archiveStoreOf(config.archive), options)
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof ObjectStoreUnavailable)
      throw new OperatorError(error.message, { cause: error })
    if (!(error instanceof EmbeddedDatabaseError)) throw error
    const isEarly = error.message.includes('recovery ended before configured recovery target was reached')
    throw new OperatorError(
      isEarly
        ? `The archive does not reach ${to?.toISOString()}. Run it again with --replace and an earlier time, or with --to latest.`
        : error.message,
      { cause: error },
    )
  }
}

async function restoreFromArchive(
  store: ObjectStore,
  { config, to, replace, keepSessions, isDryRun, now, print }: RestoreToOptions,
): Promise<void> {
  const base = await findBase(store, to?.getTime())
  const bytes = base.files.reduce((sum, file) => sum + file.bytes, 0)
  print(
    `From the base of ${base.startedAt}, Bugle ${base.version}, PostgreSQL ${base.postgres}, ${formatBytes(bytes)}.`,
  )
  makeDirectory(config.dataDirectory)
  const paths = await pathsIn(config.dataDirectory)
  const isThere = await stat(paths.cluster).then(
    () => true,
    () => false,
  )
  if (isThere && !replace)
    throw new OperatorError(`${config.dataDirectory} holds an installation. Add --replace to move it aside.`)
  if (isDryRun) return print('Dry run: nothing was changed.')
  makeDirectory(paths.own)
  if (isThere) {
    const aside = `${paths.cluster}.before-${now.toISOString().replaceAll(/[-:.]/g, '')}`
    await rename(paths.cluster, aside)
    print(`The database that was there is now ${aside}; delete it when you no longer need it.`)
  }
  const progress = new Progress(print, 'wrote')
  const secret = await restoreBase(store, base, { paths, onBytes: (done) => progress.report('files', done, bytes) })
  if (secret !== undefined && config.BUGLE_SECRET === undefined) {
    const former = installSecret(config, secret)
    if (former !== undefined) print(`The former secret was moved to ${former}.`)
  }

  let segments = 0
  let failure: unknown
  const log = serveLog(store, paths, {
    onSegment: () => {
      segments += 1
      progress.report('the log', segments * segmentBytes)
    },
    onFailure: (error) => {
      failure = error
    },
  })
  try {
    const database = await startEmbeddedDatabase({
      dataDirectory: config.dataDirectory,
      sharedBuffersMb: config.BUGLE_SHARED_BUFFERS_MB,
      recovery: { to: to?.toISOString() },
      log: { info: () => {}, warn: () => {} },
    })
    try {
      const db = openDatabase({ connection: { ...database.connection, ssl: false }, connections: 2 })
      try {
        if (!keepSessions) await endSessions(db, print)
        const buckets = await findOtherBuckets(db)
        if (buckets.length > 0)
          print(
            `Projects of ${buckets.join(', ')} are as the servers of BUGLE_BUCKETS have them, which were not restored.`,
          )
      } finally {
        await db.end()
      }
    } finally {
      await database.stop()
    }
  } catch (error) {
    throw failure ?? error
  } finally {
    await log.stop()
  }
  if (failure !== undefined) throw failure
  print(`Replayed ${segments} files of the log. Restored${to === undefined ? '' : `, as of ${to.toISOString()}`}.`)
}

async function endSessions(db: Parameters<typeof endAllSessions>[0], print: (line: string) => void): Promise<void> {
  const ended = await endAllSessions(db)
  if (ended > 0)
    print(`Ended ${ended} sessions (--keep-sessions keeps them). API tokens and ingest tokens are unchanged.`)
}
