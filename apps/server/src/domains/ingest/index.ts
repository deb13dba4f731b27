/**
 * Owns the way in: POST /ingest authenticates, limits, validates and appends an event to its segment, and counts
 * refusals as outcomes. It never reads the database for an event, and never responds 202 before COMMIT.
 */
import { limits } from '@bugle/protocol'
import type pg from 'pg'
import type { Budget } from '../../db/byte-owners.ts'
import type { App } from '../../http/index.ts'
import { ByteBudget } from '../../lib/byte-budget.ts'
import { DiskRoom, type DiskRoomOptions } from '../../lib/free-space.ts'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import { HealthQueue } from '../health/index.ts'
import { OutcomeCounter } from '../outcomes/index.ts'
import type { SegmentNotifier } from '../pipeline/index.ts'
import { type AcceptedEvent, addBytes, bytesByProject } from '../storage/index.ts'
import { Batcher } from './append/batcher.ts'
import { storeFolded } from './sentry/admit-reports.ts'
import { attachFiles } from './sentry/attach-files.ts'
import { DialogLimiter } from './sentry/dialog-limiter.ts'
import { type DoorDeps, type HealthLimiters, newKeylessBudget } from './admission/dsn-request.ts'
import { mountDoorRoutes } from './sentry/sentry-routes.ts'
import { ReportFolds } from './sentry/report-folds.ts'
import { mountIngestRoutes } from './native/routes.ts'
import { StoredGroups } from './append/stored-groups.ts'
import { type FindTokens, TokenCache } from './admission/token-cache.ts'

export { createLateFileLoop } from './sentry/late-files.ts'
export { appendOwnEvents } from './append/own-event.ts'
export { mountPreviewRoutes } from './native/preview-routes.ts'
export type { FindTokens, KnownToken } from './admission/token-cache.ts'

export interface IngestOptions {
  pool: pg.Pool
  findTokens: FindTokens
  limiter: RateLimiter
  /** Limits the requests of Sentry's SDKs, whose events count against `limiter`. */
  doorLimiter: RateLimiter
  healthLimiters: HealthLimiters
  /** Key of the hashes that stand for persons in events of Sentry's SDKs. */
  personKey: Buffer
  /** Whether Sentry's SDKs are asked not to send what is not kept. */
  doorHints: boolean
  maxBytesInFlight: number
  shard: number
  readDisk: (budget: Budget, known: number | undefined) => ReturnType<DiskRoomOptions['read']>
  now: () => Date
  isDraining: () => boolean
  notifier: SegmentNotifier
  /** Called after sessions, check-ins or feedback were committed. */
  onHealth: () => void
  /** Receives the status and duration of each response. */
  onResponse: (status: number, milliseconds: number) => void
  onFailed: (error: unknown) => void
}

/** Parts of ingest with the lifetime of the process. */
export class Ingest {
  readonly #deps: DoorDeps

  constructor({
    pool,
    findTokens,
    limiter,
    doorLimiter,
    healthLimiters,
    personKey,
    doorHints,
    maxBytesInFlight,
    shard,
    readDisk,
    now,
    isDraining,
    notifier,
    onHealth,
    onResponse,
    onFailed,
  }: IngestOptions) {
    const groups = new StoredGroups()
    const room = new DiskRoom({ read: (known) => readDisk('events', known) })
    const healthRoom = new DiskRoom({ read: (known) => readDisk('health', known) })
    this.#deps = {
      tokens: new TokenCache(findTokens),
      limiter,
      groups,
      outcomes: new OutcomeCounter({ pool, now, onFailed }),
      budget: new ByteBudget(maxBytesInFlight, limits.ingestBytes),
      room,
      healthRoom,
      now,
      isDraining,
      onResponse,
      guard: doorLimiter,
      healthLimiters,
      health: new HealthQueue({
        ...{ pool, shard, onFailed },
        onStored: (bytes) => {
          healthRoom.note(bytes)
          onHealth()
        },
      }),
      secret: personKey,
      hints: doorHints,
      dialogLimiter: new DialogLimiter(now),
      keylessBudget: newKeylessBudget(),
      reports: new ReportFolds({ now, store: (report, token) => storeFolded(this.#deps, report, token) }),
      attach: async (event, attachments) => {
        const isKept = await attachFiles(pool, event, attachments)
        if (isKept) room.note(new Map([[event.projectId, attachments.reduce((sum, { data }) => sum + data.length, 0)]]))
        return isKept
      },
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

  /** Mounts the ways in. `onBug` receives unexpected errors with the request id. */
  mount(app: App, onBug: (error: unknown, requestId: string) => void): void {
    // The last to be mounted is the first to be asked.
    mountDoorRoutes(app, this.#deps, onBug)
    mountIngestRoutes(app, this.#deps, onBug)
  }

  /** Bytes of requests that are being read or stored. */
  get bytesInFlight(): number {
    return this.#deps.budget.used
  }

  /** Measures the room on the disk again, after the worker changed what is free. */
  async refreshRoom(): Promise<void> {
    await Promise.all([this.#deps.room.refresh(), this.#deps.healthRoom.refresh()])
  }

  /** Forgets what is cached of a project after a change; of all projects if none is given. */
  forget(projectId?: number): void {
    this.#deps.tokens.forget(projectId)
    if (projectId === undefined) this.#deps.groups.clear()
  }

  /** Writes the accepted events, then the counts. */
  async close(): Promise<void> {
    this.#deps.room.close()
    this.#deps.healthRoom.close()
    await this.#deps.reports.close()
    await this.#deps.batcher.drain()
    await this.#deps.health.close()
    await this.#deps.outcomes.close()
    await this.#deps.limiter.close()
    await this.#deps.guard.close()
    for (const limiter of Object.values(this.#deps.healthLimiters)) await limiter.close()
  }
}

/** Returns bytes of each project in a stored segment, with the files stored beside its bodies. */
function bytesOf(events: readonly AcceptedEvent[], storedBytes: number): Map<number, number> {
  const bodies = bytesByProject(
    events.map(({ columns, body }) => ({ projectId: columns.projectId, length: body.length })),
    storedBytes,
  )
  const files = events.flatMap(({ columns, screenshot, attachments = [] }) => {
    const bytes = attachments.reduce((sum, { data }) => sum + data.length, screenshot?.length ?? 0)
    return bytes === 0 ? [] : [new Map([[columns.projectId, bytes]])]
  })
  return files.length === 0 ? bodies : addBytes([bodies, ...files])
}
