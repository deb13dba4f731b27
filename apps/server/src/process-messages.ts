import type pg from 'pg'
import type { DigestState } from './domains/pipeline/index.ts'
import type { Snapshot } from './metrics.ts'

/** How long the supervisor waits for the metrics of a process: longer than a busy process takes. */
export const measureTimeoutMs = 1500

/**
 * How long an ingest process waits for the metrics of all the others: longer than the supervisor waits for each of them, so
 * that one which does not respond is left out alone, and shorter than a metrics scraper waits.
 */
export const gatherTimeoutMs = 2500

/**
 * Messages from the supervisor to an ingest process. A process that is asked for metrics collects those of all the
 * others.
 */
export type ChildOrder =
  | { type: 'start'; connection: pg.PoolConfig; shard: number; isAlone: boolean; descriptors: number[] }
  | { type: 'measure'; requestId: number }
  | { type: 'measured'; requestId: number; snapshots: Snapshot[] }
  | { type: 'drain' }

/**
 * Messages from an ingest process to the supervisor. `up` comes first: messages sent before a process listens are lost.
 */
export type ChildMessage =
  | { type: 'up' }
  | { type: 'listening' }
  | { type: 'refused'; reason: string }
  | { type: 'snapshot'; requestId: number; snapshot: Snapshot | undefined }
  | { type: 'gather'; requestId: number }

/** Messages from the supervisor to the digest worker, and back. */
export type WorkerOrder =
  | { type: 'start'; connection: pg.PoolConfig }
  | { type: 'measure'; requestId: number }
  | { type: 'stop' }
export type WorkerMessage = { type: 'snapshot'; requestId: number; report: WorkerReport | undefined }

/** State of the worker. */
export interface WorkerReport {
  snapshot: Snapshot
  /** Metrics of the installation, for a worker without ingest processes next to it. */
  installation: Snapshot
  /** Undefined while the database is unreachable. */
  digest: DigestState | undefined
}
