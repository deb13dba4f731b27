import { chmod, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

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
}

/** Parts of the name of the server's socket. */
export const port = 5432
export const socketName = `.s.PGSQL.${port}`

export async function preparePaths(dataDirectory: string): Promise<DatabasePaths> {
  await mkdir(dataDirectory, { recursive: true })
  const paths = await pathsIn(dataDirectory)
  await mkdir(paths.own, { recursive: true })
  // Under root, the server's account traverses it to the cluster, and needs to see nothing else in it.
  await chmod(paths.own, process.geteuid?.() === 0 ? 0o711 : 0o700)
  return paths
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
  }
}
