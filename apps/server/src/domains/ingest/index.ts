/**
 * Owns the way in: POST /ingest authenticates, limits, validates and hands an event to its segment; what is refused
 * is in the ledger. It never reads the database for an event, and it never answers 202 before COMMIT.
 */
import { limits } from '@bugle/protocol'
import type pg from 'pg'
import type { RateLimiter } from '../../ports/rate-limiter.ts'
import { Batcher } from './batcher.ts'
import { ByteBudget } from './byte-budget.ts'
import { DropLedger } from './drop-ledger.ts'
import { GroupCache } from './group-cache.ts'
import type { IngestDeps } from './ingest.ts'
import { type FindTokens, TokenCache } from './token-cache.ts'

export { mountPreviewRoutes } from './preview-routes.ts'
export { mountIngestRoutes } from './routes.ts'
export type { FindTokens, KnownToken } from './token-cache.ts'

export interface IngestOptions {
  pool: pg.Pool
  findTokens: FindTokens
  limiter: RateLimiter
  maxBytesInFlight: number
  lane: number
  /** False when the disk budget is used up. */
  hasRoom: () => boolean
  isDraining: () => boolean
  /** Called after segments were committed. */
  onStored: () => void
  /** Called with the status of each answer. */
  onAnswer: (status: number) => void
  onFailed: (error: unknown) => void
}

/** The parts of ingest that live as long as their process. */
export class Ingest {
  readonly deps: IngestDeps

  constructor({
    pool,
    findTokens,
    limiter,
    maxBytesInFlight,
    lane,
    hasRoom,
    isDraining,
    onStored,
    onAnswer,
    onFailed,
  }: IngestOptions) {
    const groups = new GroupCache()
    this.deps = {
      tokens: new TokenCache(findTokens),
      limiter,
      groups,
      ledger: new DropLedger(pool, onFailed),
      budget: new ByteBudget(maxBytesInFlight, limits.ingestBytes),
      hasRoom,
      isDraining,
      onAnswer,
      batcher: new Batcher({
        pool,
        lane,
        onFailed,
        onStored: (events) => {
          for (const { columns } of events)
            if (columns.group !== null) groups.markStored(columns.projectId, columns.group)
          onStored()
        },
      }),
    }
  }

  /** A project's tokens, identifiers or life changed; without a project, anything may have. */
  forget(projectId?: number): void {
    this.deps.tokens.forget(projectId)
    if (projectId === undefined) this.deps.groups.clear()
  }

  /** Writes what was accepted, then what was counted. */
  async close(): Promise<void> {
    await this.deps.batcher.drain()
    await this.deps.ledger.close()
    await this.deps.limiter.close()
  }
}
