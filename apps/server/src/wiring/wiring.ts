import type pg from 'pg'
import type { Logger } from 'pino'
import type { AccessLimits } from '../access-limits.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { SymbolReader } from '../domains/artifacts/index.ts'
import type { IdleLimits } from '../domains/auth/index.ts'
import type { TitleRefresher } from '../domains/events/index.ts'
import type { Ingest } from '../domains/ingest/index.ts'
import type { LiveHub } from '../domains/live/index.ts'
import type { ObjectPayloads } from '../domains/objects/index.ts'
import type { FailureLog } from '../lib/failure-log.ts'
import type { Loop } from '../lib/loop.ts'
import type { HttpMetrics, Snapshot } from '../operator/metrics.ts'
import type { Sealer } from '../ports/sealer.ts'

export interface HttpDeps {
  config: Config
  db: Database
  /** Connections for ingest alone, which the API cannot occupy; by default those of `db`. */
  ingestDb?: Database
  /** Connection to the same database, for the listener. */
  connection: pg.PoolConfig
  logger: Logger
  /** Where the process logs failures; by default the role has a log of its own. */
  failures?: FailureLog
  /** Number of this ingest process; distributes the pipeline tables. */
  shard: number
  /** Whether it is the only ingest process: otherwise limits are shared through the database. */
  isAlone: boolean
  version: string
  /** Returns the metrics of the installation's other processes; tests have none. */
  gatherMetrics?: () => Promise<Snapshot[]>
  /** Limits of logins, registrations and mails that tests change. */
  limits?: Partial<AccessLimits>
  /** Where the payloads of packs are; by default what the settings name. */
  objects?: ObjectPayloads
  /** Clock of trials; tests set it. */
  now?: () => Date
  /** Tests, which wait for digest often, shorten it. */
  digestPaceMs?: number
}

/** Dependencies of every part of the HTTP role. */
export type Basis = HttpDeps & Required<Pick<HttpDeps, 'failures' | 'ingestDb' | 'now'>> & { draining: Draining }

/** Set once the process drains: its responses then close their connections, and it is no longer ready. */
export interface Draining {
  isOn: boolean
}

/** The basis, and the parts that live as long as the process: all that the routes of an area are mounted with. */
export interface Wiring extends Basis {
  ingest: Ingest
  hub: LiveHub
  idle: IdleLimits
  titles: TitleRefresher
  symbols: SymbolReader
  /** Where payloads are, in rows or in an object store. */
  objects: ObjectPayloads
  metrics: HttpMetrics
  sealer: Sealer
}

export interface WorkerDeps {
  config: Config
  db: Database
  connection: pg.PoolConfig
  logger: Logger
  /** Where the process logs failures; by default the role has a log of its own. */
  failures?: FailureLog
  /** Where the payloads of packs are; by default what the settings name. */
  objects?: ObjectPayloads
  /** Tests set it. */
  now?: () => Date
  /** Tests, which wait for digest often, shorten it. */
  digestPaceMs?: number
}

/** Dependencies of every part of the worker role. */
export type WorkerBasis = Required<WorkerDeps>

/** Dependencies of the parts that work for a bucket: the database and the connection are those of its server. */
export type BucketBasis = WorkerBasis & {
  bucket: string
  /** Whether maintenance keeps the rows of accounts, too. */
  keepsAccounts: boolean
}

export type WokenLoop = Pick<Loop, 'start' | 'wake' | 'stop'>
