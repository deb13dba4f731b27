/**
 * Owns the way in: POST /ingest authenticates, limits, validates and appends an event to its segment, and counts
 * refusals as outcomes. It never reads the database for an event, and never responds 202 before COMMIT.
 */
import { limits } from '@bugle/protocol'
import type pg from 'pg'
import type { App } from '../../http/index.ts'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import { OutcomeCounter } from '../outcomes/index.ts'
import type { SegmentNotifier } from '../pipeline/index.ts'
import { type AcceptedEvent, addBytes, bytesByProject } from '../storage/index.ts'
import { Batcher } from './batcher.ts'
import { ByteBudget } from './byte-budget.ts'
import { DiskRoom, type DiskRoomOptions } from './disk-room.ts'
import type { IngestDeps } from './ingest.ts'
import { mountPreviewRoutes } from './preview-routes.ts'
import { mountIngestRoutes } from './routes.ts'
import { StoredGroups } from './stored-groups.ts'
import { type FindTokens, TokenCache } from './token-cache.ts'

export type { FindTokens, KnownToken } from './token-cache.ts'

export interface IngestOptions {
  pool: pg.Pool
  findTokens: FindTokens
  limiter: RateLimiter
  maxBytesInFlight: number
  shard: number
  readDisk: DiskRoomOptions['read']
  now: () => Date
  isDraining: () => boolean
  notifier: SegmentNotifier
  /** Receives the status and duration of each response. */
  onResponse: (status: number, milliseconds: number) => void
  onFailed: (error: unknown) => void
}

/** Parts of ingest with the lifetime of the process. */
export class Ingest {
  readonly deps: IngestDeps
  readonly #pool: pg.Pool

  constructor({
    pool,
    findTokens,
    limiter,
    maxBytesInFlight,
    shard,
    readDisk,
    now,
    isDraining,
    notifier,
    onResponse,
    onFailed,
  }: IngestOptions) {
    this.#pool = pool
    const groups = new StoredGroups()
    const room = new DiskRoom({ read: readDisk })
    this.deps = {
      tokens: new TokenCache(findTokens),
      limiter,
      groups,
      outcomes: new OutcomeCounter({ pool, now, onFailed }),
      budget: new ByteBudget(maxBytesInFlight, limits.ingestBytes),
      room,
      now,
      isDraining,
      onResponse,
      batcher: new Batcher({
        pool,
        shard,
        notifier,
        onFailed,
        onStored: (events, storedBytes) => {
          room.note(bytesOf(events, storedBytes))
          for (const { columns } of events)
            if (columns.group !== null) groups.markStored(columns.projectId, columns.group)
        },
      }),
    }
  }

  /** Mounts the ways in and the grouping preview. `onBug` receives unexpected errors with the request id. */
  mount(app: App, onBug: (error: unknown, requestId: string) => void): void {
    mountIngestRoutes(app, this.deps, onBug)
    mountPreviewRoutes(app, { pool: this.#pool })
  }

  /** Forgets what is cached of a project after a change; of all projects if none is given. */
  forget(projectId?: number): void {
    this.deps.tokens.forget(projectId)
    if (projectId === undefined) this.deps.groups.clear()
  }

  /** Writes the accepted events, then the counts. */
  async close(): Promise<void> {
    this.deps.room.close()
    await this.deps.batcher.drain()
    await this.deps.outcomes.close()
    await this.deps.limiter.close()
  }
}

/** Returns bytes of each project in a stored segment, including the screenshots cut out of its bodies. */
function bytesOf(events: readonly AcceptedEvent[], storedBytes: number): Map<number, number> {
  const bodies = bytesByProject(
    events.map(({ columns, body }) => ({ projectId: columns.projectId, length: body.length })),
    storedBytes,
  )
  const pictures = events.flatMap(({ columns, screenshot }) =>
    screenshot === undefined ? [] : [new Map([[columns.projectId, screenshot.length]])],
  )
  return pictures.length === 0 ? bodies : addBytes([bodies, ...pictures])
}
