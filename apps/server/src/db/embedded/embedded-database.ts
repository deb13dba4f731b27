import type { Log } from './log.ts'

export interface EmbeddedDatabase {
  /**
   * Options for node-postgres: `host` is the folder of a Unix socket. Add `ssl: false`, or PGSSLMODE of the environment
   * applies. The role owns its database and may create others; it is not a superuser.
   */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
  /** The same for the superuser, which is for the database's own files alone: none of our statements needs it. */
  readonly superuser: EmbeddedDatabase['connection']
  /** Process id of PostgreSQL's main process. */
  readonly pid: number
  /**
   * Resolves when that process has ended; `expected` if stop() ended it. The caller decides whether to start it again.
   */
  readonly exited: Promise<{ expected: boolean }>
  /** Ends all sessions, writes a checkpoint and waits for the end; forcibly after a timeout. May be called twice. */
  stop(): Promise<void>
  /** Ends the server at once, without a checkpoint; the next start recovers. To wait for the end, call stop(). */
  stopNow(): void
}

export interface Recovery {
  /** The last moment to be recovered, ISO 8601; otherwise all that is archived. */
  readonly to: string | undefined
}

export interface EmbeddedDatabaseOptions {
  /** BUGLE_DATA, absolute. Created if it does not exist. */
  readonly dataDirectory: string
  /** Shared memory for pages, 128 by default. */
  readonly sharedBuffersMb?: number
  /** Connections that may be open at once, 60 by default: enough for one ingest process, the worker and commands. */
  readonly maxConnections?: number
  /** Whether finished segments of the write-ahead log are kept for the archive, in `paths.log`. */
  readonly isArchived?: boolean
  /** Recovers from a base of an archive, which lies in the cluster's folder, up to a moment; the rest is dropped. */
  readonly recovery?: Recovery
  readonly log: Log
}
