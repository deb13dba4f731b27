import type pg from 'pg'
import type { Logger } from 'pino'
import { MemoryRateLimiter } from './adapters/rate-limiter-memory.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { DigestLoop } from './domains/events/index.ts'
import { Ingest, mountIngestRoutes } from './domains/ingest/index.ts'
import { type App, createServer } from './http/index.ts'

export interface HttpDeps {
  config: Config
  database: Database
  logger: Logger
  /** Number of this process among its like; spreads the pipeline tables. */
  lane: number
  version: string
}

/** The HTTP half: its routes, and how it ends without losing what it accepted. */
export interface HttpHalf {
  app: App
  ingest: Ingest
  close(): Promise<void>
}

/** Picks the adapters, wires the domains, mounts the routes of the HTTP half. */
export async function createHttpHalf({ config, database, logger, lane, version }: HttpDeps): Promise<HttpHalf> {
  const ingest = new Ingest({
    pool: database.pool,
    findToken: async () => undefined,
    limiter: new MemoryRateLimiter({ limit: config.BUGLE_INGEST_RATE, windowMs: 60_000 }),
    maxBytesInFlight: config.BUGLE_INGEST_BYTES_IN_FLIGHT,
    lane,
    onFailed: (error) => logger.warn({ err: error }, 'events could not be written'),
  })
  const app = await createServer({
    logger,
    trustedProxies: config.BUGLE_TRUST_PROXY,
    url: config.url,
    version,
    authenticate: async () => {
      throw new Error('not wired')
    },
    isDatabaseAway: () => false,
  })
  mountIngestRoutes(app, ingest.deps, (error, requestId) => logger.error({ err: error, request_id: requestId }, 'bug'))
  return {
    app,
    ingest,
    close: async () => {
      await app.close()
      await ingest.close()
    },
  }
}

export interface WorkerDeps {
  pool: pg.Pool
  logger: Logger
}

/** The digest half. */
export function createDigestLoop({ pool, logger }: WorkerDeps): DigestLoop {
  return new DigestLoop({
    pool,
    onDigested: () => {},
    onFailed: (error) => logger.warn({ err: error }, 'a digest round failed; it will be tried again'),
    onPoison: (event, error) =>
      logger.error({ err: error, project_id: event.projectId, event_id: event.eventId }, 'event stored with its essentials'),
  })
}
