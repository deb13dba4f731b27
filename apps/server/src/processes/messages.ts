import type pg from 'pg'
import type { Snapshot } from '../operator/metrics.ts'
import type { WorkerReport } from '../operator/status-server.ts'

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
  | {
      type: 'start'
      connection: pg.PoolConfig
      shard: number
      isAlone: boolean
      descriptors: number[]
      /** File in which the process notes the request that it reads. */
      noteDescriptor: number | undefined
    }
  | { type: 'turn' }
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
  /** Response to `turn`: the event loop turns. */
  | { type: 'turned'; isDebugged: boolean }

/** Messages from the supervisor to the digest worker, and back. */
export type WorkerOrder =
  | { type: 'start'; connection: pg.PoolConfig }
  | { type: 'measure'; requestId: number }
  | { type: 'stop' }
export type WorkerMessage = { type: 'snapshot'; requestId: number; report: WorkerReport | undefined }
