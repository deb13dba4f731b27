import type pg from 'pg'
import type { Logger } from 'pino'
import { DatabaseRateLimiter } from './adapters/rate-limiter-database.ts'
import { MemoryRateLimiter } from './adapters/rate-limiter-memory.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { isDatabaseAway } from './db/database-away.ts'
import { Listener } from './db/listener.ts'
import { mountAccountRoutes } from './domains/accounts/index.ts'
import { mountNotificationRoutes } from './domains/alerts/index.ts'
import {
  createAuthenticate,
  createPasswords,
  findLiveCallers,
  type IdleLimits,
  type LoginLimits,
  mountAuthRoutes,
  mountOwnAccountRoutes,
} from './domains/auth/index.ts'
import {
  awaitDigest,
  dropQueuedTags,
  keepTexts,
  mountEventRoutes,
  readIssueStats,
  readLatestEvent,
  tellSegments,
} from './domains/events/index.ts'
import { Ingest, mountIngestRoutes, mountPreviewRoutes } from './domains/ingest/index.ts'
import {
  findActivity,
  getIssue,
  type IssueDeps,
  mountActivityRoutes,
  mountChangeRoutes,
  mountInsightRoutes,
  mountIssueRoutes,
  mountRegroupRoutes,
  mountSearchRoutes,
  mountViewRoutes,
  newsChannel,
} from './domains/issues/index.ts'
import { LiveHub, mountStreamRoutes } from './domains/live/index.ts'
import {
  checkVisible,
  deleteProjectsOf,
  findIngestTokens,
  findOwners,
  findProjectIds,
  mountProjectRoutes,
  projectChannel,
} from './domains/projects/index.ts'
import { mountPeopleRoutes, readHasRoom } from './domains/retention/index.ts'
import { isMailedByDefault, sealerOf } from './from-config.ts'
import { type App, createServer, type Listeners, listenOn } from './http/index.ts'
import { createHttpMetrics } from './metrics.ts'
import { mountDashboard, mountPages } from './pages/index.ts'
import { mountServiceRoutes } from './service-routes.ts'

export interface HttpDeps {
  config: Config
  database: Database
  /** The same database, for the connection that listens. */
  connection: pg.PoolConfig
  logger: Logger
  /** Number of this process among its like; spreads the pipeline tables. */
  lane: number
  /** Whether it is the only process that takes events: otherwise limits are shared through the database. */
  isAlone: boolean
  version: string
  /** The clock of trials; tests set it. */
  now?: () => Date
}

/** The HTTP half: its routes, and how it ends without losing what it accepted. */
export interface HttpHalf {
  app: App
  /** The worker's metrics, to be shown beside this process's own. */
  setWorkerMetrics(text: string): void
  /** Lets connections in, by descriptors of a port that is bound. */
  listen(descriptors: number[]): Promise<void>
  /** Ends what was begun. A process whose supervisor is gone is abandoned: the port is free for the next one at once. */
  close(how?: { isAbandoned?: boolean }): Promise<void>
}

/** Picks the adapters, wires the domains, mounts the routes of the HTTP half. */
export async function createHttpHalf(deps: HttpDeps): Promise<HttpHalf> {
  const { config, database, connection, logger, lane, isAlone, version, now = () => new Date() } = deps
  const metrics = createHttpMetrics()
  const tell = tellSegments(database.pool)
  const room = watchRoom(database.pool)
  let isDraining = false
  const window = { limit: config.BUGLE_INGEST_RATE, windowMs: 60_000 }
  const ingest = new Ingest({
    pool: database.pool,
    findTokens: async (hashes) => {
      const tokens = await findIngestTokens(database.kysely, hashes, config.BILLING)
      return tokens.map(
        (token) =>
          token && { ...token, liveUntil: token.liveUntil?.getTime(), refuseAfter: token.refuseAfter?.getTime() },
      )
    },
    limiter: isAlone
      ? new MemoryRateLimiter(window)
      : new DatabaseRateLimiter({
          ...window,
          pool: database.pool,
          onFailed: (error) => logger.warn({ err: error }, 'no permits came from the database'),
        }),
    maxBytesInFlight: config.BUGLE_INGEST_BYTES_IN_FLIGHT,
    lane,
    hasRoom: room.has,
    isDraining: () => isDraining,
    onStored: tell,
    onAnswer: metrics.countIngest,
    onFailed: (error) => logger.warn({ err: error }, 'what ingest holds could not be written'),
  })
  metrics.watchIngest(() => ingest.deps.budget.used)
  const idle = idleLimitsOf(config)
  const hub = new LiveHub({
    pool: database.pool,
    findOwners: (projectIds) => findOwners(database.kysely, projectIds),
    findLiveCallers: (callers) => findLiveCallers(database.kysely, idle, callers),
    onFailed: (error) => logger.warn({ err: error }, 'news could not be read; it will be tried again'),
  })
  const listener = new Listener({
    connection,
    channels: [projectChannel, newsChannel],
    onNotice: (channel, payload) => {
      if (channel === newsChannel) return hub.wake()
      ingest.forget(Number(payload))
      hub.forgetProject(Number(payload))
    },
    onGap: () => {
      ingest.forget()
      hub.forgetProjects()
      hub.wake()
    },
    onLost: (error) => logger.warn({ err: error }, 'the listening connection was lost'),
  })
  const app = await createServer({
    logger,
    trustedProxies: config.BUGLE_TRUST_PROXY,
    url: config.url,
    version,
    authenticate: createAuthenticate({ database, idle }),
    authorize: (caller, projectId) => checkVisible(database, caller, projectId),
    isDatabaseAway,
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  mountServiceRoutes(app, {
    database,
    metrics,
    metricsToken: config.BUGLE_METRICS_TOKEN,
    isDraining: () => isDraining,
  })
  mountPages(app)
  mountDashboard(app, new URL('./dashboard/', import.meta.url))
  mountAccountRoutes(app, { database, billing: config.BILLING, now })
  const sealer = sealerOf(config)
  const auth = {
    database,
    passwords: createPasswords({ refuseCommon: config.BUGLE_REFUSE_COMMON_PASSWORDS }),
    limits: loginLimitsOf(config),
    sealer,
    totpFailures: config.BUGLE_TOTP_FAILURES,
    now,
  }
  mountAuthRoutes(app, { ...auth, idle })
  mountOwnAccountRoutes(app, {
    ...auth,
    mailLimits: { email: config.BUGLE_MAILS_EMAIL, address: config.BUGLE_MAILS_ADDRESS },
    deleteProjects: deleteProjectsOf,
  })
  mountProjectRoutes(app, { database, projectActivity: (projectIds) => findActivity(database.pool, projectIds) })
  mountReading(app, database)
  mountPeopleRoutes(app, database.pool)
  mountStreamRoutes(app, hub)
  mountNotificationRoutes(app, { db: database.kysely, sealer, byDefault: isMailedByDefault(config) })
  mountIngestRoutes(app, ingest.deps, (error, requestId) => logger.error({ err: error, request_id: requestId }, 'bug'))
  await listener.open()
  let listeners: Listeners | undefined
  return {
    app,
    setWorkerMetrics: (text) => metrics.setWorker(text),
    listen: async (descriptors) => {
      await app.ready()
      listeners = await listenOn(app.server, descriptors)
    },
    close: async ({ isAbandoned = false } = {}) => {
      isDraining = true
      hub.close()
      await closeServer(app, listeners, isAbandoned)
      room.close()
      await ingest.close()
      await listener.close()
      await database.close()
    },
  }
}

/** Time for a balancer to see that this process is no longer ready, while it still answers. */
const noticeMs = 250
/**
 * Connections that wait for their next request are given this long for it: its answer says that it is the last. To
 * close an idle connection cuts a request that is on its way.
 */
const farewellMs = 1500
/** After this long a connection is cut in the middle of its request. */
const patienceMs = 5000

async function closeServer(app: App, listeners: Listeners | undefined, isAbandoned: boolean): Promise<void> {
  const beganAt = performance.now()
  const since = () => performance.now() - beganAt
  const count = async () => (await listeners?.countConnections()) ?? 0
  while (!isAbandoned && (since() < noticeMs || (since() < farewellMs && (await count()) > 0)))
    await new Promise((resolve) => setTimeout(resolve, 25))
  const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  await Promise.all([listeners?.close(), app.close()])
  clearTimeout(cut)
}

const roomMs = 2000

/** Whether there is room on the disk, by the word of the worker that measures it. */
function watchRoom(pool: pg.Pool): { has(): boolean; close(): void } {
  let hasRoom = true
  const look = () =>
    readHasRoom(pool).then(
      (answer) => {
        hasRoom = answer
      },
      // A database that is away is refused for by the batcher.
      () => {},
    )
  void look()
  const timer = setInterval(look, roomMs)
  return { has: () => hasRoom, close: () => clearInterval(timer) }
}

/** Issues and events read each other's; each is handed what it needs of the other here. */
function mountReading(app: App, { pool, kysely }: Database): void {
  const { authorize } = app
  const issues: IssueDeps = {
    pool,
    authorize,
    projectsOf: (caller) => findProjectIds(kysely, caller),
    awaitDigest: (find) => awaitDigest(pool, find),
    latestEvent: (issue) => readLatestEvent(pool, issue),
    issueStats: (issue) => readIssueStats(pool, issue),
    // What was done is done: a text that cannot be read now comes with the next event.
    keepTexts: (issues) =>
      keepTexts(pool, issues).catch((error) => app.log.warn({ err: error }, 'titles were not kept')),
    dropQueuedTags,
    now: () => new Date(),
  }
  mountIssueRoutes(app, issues)
  mountActivityRoutes(app, issues)
  mountChangeRoutes(app, issues)
  mountInsightRoutes(app, issues)
  mountRegroupRoutes(app, issues)
  mountSearchRoutes(app, issues)
  mountViewRoutes(app, issues)
  mountPreviewRoutes(app, { pool })
  mountEventRoutes(app, { pool, authorize, getIssue: (caller, id) => getIssue(issues, caller, id) })
}

function idleLimitsOf(config: Config): IdleLimits {
  return {
    web: config.BUGLE_SESSION_IDLE_WEB,
    mobile: config.BUGLE_SESSION_IDLE_MOBILE,
    cli: config.BUGLE_SESSION_IDLE_CLI,
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
