import type pg from 'pg'
import type { Logger } from 'pino'
import { MemoryRateLimiter } from './adapters/rate-limiter-memory.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { isDatabaseAway } from './db/database-away.ts'
import { mountAccountRoutes } from './domains/accounts/index.ts'
import { createAuthenticate, createPasswords, type LoginLimits, mountAuthRoutes } from './domains/auth/index.ts'
import { DigestLoop } from './domains/events/index.ts'
import { Ingest, mountIngestRoutes } from './domains/ingest/index.ts'
import { findIngestToken, mountProjectRoutes } from './domains/projects/index.ts'
import { type App, createServer } from './http/index.ts'

export interface HttpDeps {
  config: Config
  database: Database
  logger: Logger
  /** Number of this process among its like; spreads the pipeline tables. */
  lane: number
  version: string
  /** The clock of trials; tests set it. */
  now?: () => Date
}

/** The HTTP half: its routes, and how it ends without losing what it accepted. */
export interface HttpHalf {
  app: App
  ingest: Ingest
  close(): Promise<void>
}

/** Picks the adapters, wires the domains, mounts the routes of the HTTP half. */
export async function createHttpHalf({
  config,
  database,
  logger,
  lane,
  version,
  now = () => new Date(),
}: HttpDeps): Promise<HttpHalf> {
  const ingest = new Ingest({
    pool: database.pool,
    findToken: async (sha256) => {
      const token = await findIngestToken(database.kysely, sha256)
      return token && { ...token, liveUntil: token.liveUntil?.getTime() }
    },
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
    authenticate: createAuthenticate({ database }),
    isDatabaseAway,
  })
  mountAccountRoutes(app, { database, billing: config.BILLING, now })
  mountAuthRoutes(app, { database, passwords: createPasswords(), limits: loginLimitsOf(config), now })
  mountProjectRoutes(app, { database, projectActivity: async () => new Map() })
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

function loginLimitsOf(config: Config): LoginLimits {
  return {
    failures: config.BUGLE_LOGIN_FAILURES,
    failuresAddress: config.BUGLE_LOGIN_FAILURES_ADDRESS,
    failuresEmail: config.BUGLE_LOGIN_FAILURES_EMAIL,
    registrationsAddress: config.BUGLE_REGISTRATIONS_ADDRESS,
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
      logger.error(
        { err: error, project_id: event.projectId, event_id: event.eventId },
        'event stored with its essentials',
      ),
  })
}
