import { chmod, chown, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectory } from '../make-directory.ts'
import type { Account } from './account.ts'

/**
 * Paths of everything that belongs to the embedded database: all of it is in the folder `postgres` of the data
 * directory.
 */
export interface DatabasePaths {
  readonly own: string
  /** PostgreSQL's data directory. It also holds the server's socket, because both sides can always reach it. */
  readonly cluster: string
  /** A cluster that is being created; it is renamed when it is complete and on disk. */
  readonly unfinished: string
  readonly password: string
  readonly shortName: string
  /** Finished segments of the write-ahead log that wait to be archived; PostgreSQL copies them there. */
  readonly log: string
  /** Time of the newest base in the archive; beside the cluster, so that a copy of the cluster has none. */
  readonly archived: string
  /** Names of segments that a recovery asks for; the files themselves are in `fetched`, which the server only reads. */
  readonly wanted: string
  readonly fetched: string
}

/** Parts of the name of the server's socket. */
export const port = 5432
export const socketName = `.s.PGSQL.${port}`

export async function preparePaths(dataDirectory: string): Promise<DatabasePaths> {
  makeDirectory(dataDirectory)
  const paths = await pathsIn(dataDirectory)
  makeDirectory(paths.own)
  return paths
}

/**
 * Makes the folders the business of their owner alone. Under root, the server's account traverses them to the cluster, and
 * sees nothing else in them: they are given to its group.
 */
export async function restrictAccess({ own }: DatabasePaths, account: Account): Promise<void> {
  if (account.spawn.gid === undefined) return chmod(own, 0o700)
  await admitGroup(own, account.spawn.gid)
  const dataDirectory = dirname(own)
  const { uid, mode } = await stat(dataDirectory)
  // One that others may enter was made so by the operator.
  if (uid === 0 && (mode & 0o001) === 0) await admitGroup(dataDirectory, account.spawn.gid)
}

async function admitGroup(folder: string, gid: number): Promise<void> {
  await chown(folder, 0, gid)
  await chmod(folder, 0o710)
}

/** Returns the paths in an existing data directory; they may not exist. */
export async function pathsIn(dataDirectory: string): Promise<DatabasePaths> {
  const own = join(await realpath(dataDirectory), 'postgres')
  return {
    own,
    cluster: join(own, 'cluster'),
    unfinished: join(own, 'cluster.new'),
    password: join(own, 'password'),
    shortName: join(own, 'short-name'),
    log: join(own, 'cluster', 'bugle_log'),
    archived: join(own, 'archived'),
    wanted: join(own, 'cluster', 'bugle_wanted'),
    fetched: join(own, 'fetched'),
  }
}
