import { chmod, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Where things lie: everything of ours is in one folder of the data directory, `postgres`. */
export interface Places {
  readonly own: string
  /** The data directory of PostgreSQL. Its socket lies in it too: the one folder both sides always reach. */
  readonly cluster: string
  /** A cluster in the making; it gets its name when it is whole and on disk. */
  readonly unfinished: string
  readonly password: string
  readonly shortName: string
}

/** The name of the server's socket; the port is only a part of it. */
export const port = 5432
export const socketName = `.s.PGSQL.${port}`

export async function makePlaces(dataDirectory: string): Promise<Places> {
  await mkdir(dataDirectory, { recursive: true })
  const places = await placesIn(dataDirectory)
  await mkdir(places.own, { recursive: true })
  // Under root the server's account walks through it to the cluster, and needs to see nothing else on the way.
  await chmod(places.own, process.geteuid?.() === 0 ? 0o711 : 0o700)
  return places
}

/** The same for a data directory that is there; what lies in it may not be. */
export async function placesIn(dataDirectory: string): Promise<Places> {
  const own = join(await realpath(dataDirectory), 'postgres')
  return {
    own,
    cluster: join(own, 'cluster'),
    unfinished: join(own, 'cluster.new'),
    password: join(own, 'password'),
    shortName: join(own, 'short-name'),
  }
}
