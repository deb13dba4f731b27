import type pg from 'pg'

/** Where the tables of an installation, or of a bucket, are: a database, or one schema of it. */
export interface Place extends pg.PoolConfig {
  /** The schema; without one, that which the role's own search path begins with. */
  schema?: string
}
