/**
 * Owns the ways in: they authenticate, limit, validate and append events to their segment, and count
 * refusals as outcomes. It never reads the database for an event, and never responds 202 before COMMIT.
 */

import { limits } from '@bugle/protocol'
import { bucketDatabase, bucketNames } from '../../db/buckets.ts'
import type { Budget } from '../../db/byte-owners.ts'
import type { Database } from '../../db/database.ts'
import type { App } from '../../http/index.ts'
import { ByteBudget } from '../../lib/byte-budget.ts'
import type { FreeSpace } from '../../lib/free-space.ts'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import { HealthQueue, notifyOfHealth } from '../health/index.ts'
import { OutcomeCounter } from '../outcomes/index.ts'
import type { SegmentNotifier } from '../pipeline/index.ts'
import { type AcceptedEvent, addBytes, bytesByProject } from '../storage/index.ts'
import { type FindTokens, newKeylessBudget, TokenCache } from './admission/index.ts'
import { Batcher, StoredGroups, type Stores, StoresByProject } from './append/index.ts'
import { attachFiles, type HealthLimiters } from './items/index.ts'
import { mountIngestRoutes } from './native/index.ts'
import { mountOtlpRoutes } from './otlp/index.ts'
import { DialogLimiter, mountSentryRoutes, ReportFolds, type SentryDeps, storeFolded } from './sentry/index.ts'

export { appendOwnEvents } from './append/index.ts'
export { createLateFileLoop } from './items/index.ts'
export { mountPreviewRoutes } from './native/index.ts'

export interface IngestOptions {
  db: Database
  findTokens: FindTokens
  limiter: RateLimiter
  /** Limits requests without an event, and those of Sentry's SDKs, whose events count against `limiter`. */
  requestLimiter: RateLimiter
  healthLimiters: HealthLimiters
  /** Key of the hashes that stand for persons in events of Sentry's SDKs. */
  personKey: Buffer
  /** Whether Sentry's SDKs are asked not to send what is not kept. */
  sentryHints: boolean
  maxBytesInFlight: number
  shard: number
  newSpace: (db: Database, budget: Budget) => FreeSpace
  now: () => Date
  isDraining: () => boolean
  newNotifier: (db: Database) => SegmentNotifier
  /** Receives the status and duration of each response. */
  onResponse: (status: number, milliseconds: number) => void
  /** Receives an unexpected error with the id of its request. */
  onBug: (error: unknown, requestId: string) => void
  onFailed: (error: unknown) => void
}

/** Parts of ingest with the lifetime of the process. */
export class Ingest {
  readonly #deps: SentryDeps
  readonly #stores: StoresByProject

  constructor({
    db,
    findTokens,
    limiter,
    requestLimiter,
    healthLimiters,
    personKey,
    sentryHints,
    maxBytesInFlight,
    shard,
    newSpace,
    now,
    isDraining,
    newNotifier,
    onResponse,
    onBug,
    onFailed,
  }: IngestOptions) {
    const groups = new StoredGroups()
    const storesOf = (bucket: string): Stores => {
      const own = bucketDatabase(db, bucket)
      const freeSpace = newSpace(own, 'events')
      const healthSpace = newSpace(own, 'health')
      const onHealth = notifyOfHealth(own)
      return {
        freeSpace,
        healthSpace,
        outcomes: new OutcomeCounter({
          db: own,
          now,
          onFailed,
          counterOf: (projectId) => stores.counterOf(projectId),
        }),
        health: new HealthQueue({
          db: own,
          shard,
          onFailed,
          onStored: (bytes) => {
            healthSpace.note(bytes)
            onHealth()
          },
        }),
        batcher: new Batcher({
          db: own,
          shard,
          notifier: newNotifier(own),
          onFailed,
          onStored: (events, storedBytes) => {
            freeSpace.note(bytesOf(events, storedBytes))
            for (const { columns } of events)
              if (columns.group !== null) groups.markStored(columns.projectId, columns.group)
          },
        }),
      }
    }
    const stores: StoresByProject = new StoresByProject(bucketNames(db), storesOf)
    this.#stores = stores
    const { batcher, outcomes, health, freeSpace, healthSpace } = stores
    const find: FindTokens = async (hashes) => {
      const tokens = await findTokens(hashes)
      for (const token of tokens) if (token !== undefined) stores.note(token)
      return tokens
    }
    this.#deps = {
      tokens: new TokenCache(find),
      limiter,
      groups,
      batcher,
      outcomes,
      health,
      freeSpace,
      healthSpace,
      budget: new ByteBudget(maxBytesInFlight, limits.ingestBytes),
      now,
      isDraining,
      onResponse,
      onBug,
      requestLimiter,
      healthLimiters,
      personKey,
      hints: sentryHints,
      dialogLimiter: new DialogLimiter(now),
      keylessBudget: newKeylessBudget(),
      reports: new ReportFolds({ now, store: (report, token) => storeFolded(this.#deps, report, token) }),
      attach: (event, attachments) =>
        attachFiles(bucketDatabase(db, stores.bucketOf(event.projectId)), event, attachments),
    }
  }

  /** Mounts the ways in. */
  mount(app: App): void {
    // The last to be mounted is the first to be asked.
    mountOtlpRoutes(app, this.#deps)
    mountSentryRoutes(app, this.#deps)
    mountIngestRoutes(app, this.#deps)
  }

  /** Bytes of requests that are being read or stored. */
  get bytesInFlight(): number {
    return this.#deps.budget.used
  }

  /** Reads the free space again, after the worker changed what is free. */
  async refreshSpace(): Promise<void> {
    await Promise.all(
      this.#stores.all.flatMap(({ freeSpace, healthSpace }) => [freeSpace.refresh(), healthSpace.refresh()]),
    )
  }

  /** Forgets what is cached of a project after a change; of all projects if none is given. */
  forget(projectId?: number): void {
    this.#deps.tokens.forget(projectId)
    if (projectId === undefined) this.#deps.groups.clear()
  }

  /** Writes the accepted events, then the counts. */
  async close(): Promise<void> {
    const all = this.#stores.all
    for (const { freeSpace, healthSpace } of all) {
      freeSpace.close()
      healthSpace.close()
    }
    await this.#deps.reports.close()
    await Promise.all(all.map(({ batcher }) => batcher.drain()))
    await Promise.all(all.map(({ health }) => health.close()))
    await Promise.all(all.map(({ outcomes }) => outcomes.close()))
    await this.#deps.limiter.close()
    await this.#deps.requestLimiter.close()
    for (const limiter of Object.values(this.#deps.healthLimiters)) await limiter.close()
  }
}

/** Returns bytes of each project in a stored segment, with its screenshots. Attachments were counted as they came. */
function bytesOf(events: readonly AcceptedEvent[], storedBytes: number): Map<number, number> {
  const bodies = bytesByProject(
    events.map(({ columns, body }) => ({ projectId: columns.projectId, length: body.length })),
    storedBytes,
  )
  const files = events.flatMap(({ columns, screenshot }) =>
    screenshot === undefined ? [] : [new Map([[columns.projectId, screenshot.length]])],
  )
  return files.length === 0 ? bodies : addBytes([bodies, ...files])
}
