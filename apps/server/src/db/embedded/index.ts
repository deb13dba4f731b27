/**
 * The embedded database: a real PostgreSQL from npm that Bugle starts, watches and stops when no DATABASE_URL is set.
 *
 * It owns one folder, `<BUGLE_DATA>/postgres`:
 * - `cluster`      the data directory of PostgreSQL, with the server's socket in it
 * - `cluster.new`  a cluster that is being created
 * - `password`     the password of both roles, readable by us alone (0600)
 * - `lock`         the socket that shows that Bugle is running here (lock.ts)
 * - `libraries`    links that npm's install script would have created (library-links.ts)
 * - `short-name`   records the short name of a very long path (unix-socket.ts)
 * - `archived`     the time of the newest base in the archive, and `fetched`, segments of the log that a recovery reads
 * and, only if root runs a project in a private folder, a copy of the programs in `/var/cache/bugle`.
 *
 * Guarantees: however the last run was killed, the next start recovers the data by itself; a second Bugle on the same
 * folder is refused; a start that fails explains why in a sentence (EmbeddedDatabaseError).
 *
 * It never writes into node_modules, changes permissions of other folders, listens on the network, runs as root, trades
 * durability for speed, touches data of another major version, stops by itself when its parent dies (the next start
 * finds the server and stops it), or restarts by itself: that is up to the supervisor.
 *
 * Files, in the order of a start: binaries (find, link or copy the programs), paths, lock, account (that runs the
 * server), cluster (create, inspect, repair), leftovers (of a killed run), settings, archiving, postmaster, readiness; start.ts
 * runs them in this order.
 */
import type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './embedded-database.ts'
import { start } from './start.ts'

export type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './embedded-database.ts'
export { EmbeddedDatabaseError } from './embedded-database-error.ts'
export type { Log } from './log.ts'
export { type DatabasePaths, pathsIn } from './paths.ts'
export { withRunningDatabase } from './running-database.ts'
export { syncTree } from './sync-tree.ts'

/**
 * Starts PostgreSQL on the data directory, creating the database on the first start. Resolves when it accepts
 * connections; rejects with an EmbeddedDatabaseError if the machine does not allow it.
 */
export function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  return start(options)
}
