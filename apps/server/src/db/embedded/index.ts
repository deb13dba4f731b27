/**
 * The embedded database: a real PostgreSQL from npm that Bugle starts, watches and stops when no DATABASE_URL is set.
 *
 * It owns one folder, `<BUGLE_DATA>/postgres`:
 * - `cluster`      the data directory of PostgreSQL, with the server's socket in it
 * - `cluster.new`  a cluster in the making
 * - `password`     the password of both roles, for us alone (0600)
 * - `lock`         the socket that shows that a Bugle is running here (lock.ts)
 * - `libraries`    links that npm's install script would have made (library-links.ts)
 * - `short-name`   where a short name for a very long path is kept (unix-socket.ts)
 * and, only when root runs a project that lies in a closed folder, a copy of the programs in `/var/cache/bugle`.
 *
 * What it promises: whatever killed the last run, the next start gets the data back without a hand; a second Bugle on
 * the same folder is told so; one that cannot start says why in a sentence (EmbeddedDatabaseError).
 *
 * What it never does: write into node_modules, change the rights of folders that are not its own, listen on the network,
 * run as root, trade durability for speed, touch the data of another major version, stop itself when its parent dies
 * (the next start finds the server and stops it), or decide to start again: that is the supervisor's.
 *
 * Files, in the order of a start: binaries (find, link or copy the programs), places, lock, account (who runs the
 * server), cluster (make, inspect, repair), leftovers (what a killed run left), settings, postmaster, readiness; start.ts
 * is the order itself.
 */
import type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './embedded-database.ts'
import { start } from './start.ts'

export type { EmbeddedDatabase, EmbeddedDatabaseOptions } from './embedded-database.ts'
export { EmbeddedDatabaseError } from './embedded-database-error.ts'
export { withRunningDatabase } from './running.ts'

/**
 * Starts PostgreSQL on the data directory, making the database on the first start, and resolves when it takes
 * connections. Rejects with an EmbeddedDatabaseError when the machine does not allow it.
 */
export function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  return start(options)
}
