import type { Log } from './log.ts'

export interface EmbeddedDatabase {
  /**
   * For node-postgres: `host` is the folder of a Unix socket. Add `ssl: false`, or PGSSLMODE of the environment decides.
   * The role owns its database and may create others; it is no superuser.
   */
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly database: string
  }
  /** The main process of PostgreSQL. */
  readonly pid: number
  /** Resolves when that process has ended, `expected` when by stop(); the caller decides whether to start again. */
  readonly exited: Promise<{ expected: boolean }>
  /** Ends all sessions, writes a checkpoint and waits for the end; harder after a bound. May be called twice. */
  stop(): Promise<void>
  /** Ends it at once, without a checkpoint; the next start recovers. Resolves nothing: that is stop()'s. */
  hurry(): void
}

export interface EmbeddedDatabaseOptions {
  /** BUGLE_DATA, absolute. Made if it is not there. */
  readonly dataDirectory: string
  /** Memory for pages, 128 by default. */
  readonly sharedBuffersMb?: number
  readonly log: Log
}
