import type pg from 'pg'
import type { DigestState } from './domains/pipeline/index.ts'
import type { Snapshot } from './metrics.ts'

/** What the supervisor tells an ingest process, and hears from it. Whoever is asked for metrics asks all the others. */
export type ChildOrder =
  | { type: 'start'; connection: pg.PoolConfig; shard: number; isAlone: boolean; descriptors: number[] }
  | { type: 'measure'; inquiry: number }
  | { type: 'measured'; inquiry: number; snapshots: Snapshot[] }
  | { type: 'drain' }

/** `up` comes first: what is sent to a process before it listens for messages is lost. */
export type ChildMessage =
  | { type: 'up' }
  | { type: 'listening' }
  | { type: 'refused'; reason: string }
  | { type: 'snapshot'; inquiry: number; snapshot: Snapshot | undefined }
  | { type: 'gather'; inquiry: number }

/** What the supervisor tells the digest worker, and hears from it. */
export type WorkerOrder =
  | { type: 'start'; connection: pg.PoolConfig }
  | { type: 'measure'; inquiry: number }
  | { type: 'stop' }
export type WorkerMessage = { type: 'snapshot'; inquiry: number; report: WorkerReport | undefined }

/** How the worker is. */
export interface WorkerReport {
  snapshot: Snapshot
  /** Of the installation, for a worker without ingest processes beside it. */
  installation: Snapshot
  /** Undefined while the database is away. */
  digest: DigestState | undefined
}
