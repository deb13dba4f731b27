import type pg from 'pg'
import type { Logger } from 'pino'
import { DatabaseRateLimiter } from './adapters/rate-limiter-database.ts'
import { MemoryRateLimiter } from './adapters/rate-limiter-memory.ts'
import type { Config } from './config.ts'
import { createTitleRefresher } from './create-title-refresher.ts'
import type { Database } from './db/database.ts'
import { isDatabaseAway } from './db/database-away.ts'
import { Listener } from './db/listener.ts'
import { mountAccounts } from './domains/accounts/index.ts'
import {
  createAuthenticate,
  createPasswords,
  findLiveCallers,
  type IdleLimits,
  type LoginLimits,
  mountAuth,
} from './domains/auth/index.ts'
import { mountEvents, readIssueStats, readLatestEvent, type TitleRefresher } from './domains/events/index.ts'
import { Ingest } from './domains/ingest/index.ts'
import { findActivity, getIssue, type IssueDeps, liveUpdateChannel, mountIssues } from './domains/issues/index.ts'
import { LiveHub, mountLive } from './domains/live/index.ts'
import { mountNotifications } from './domains/notifications/index.ts'
import { mountPeople } from './domains/people/index.ts'
import { awaitDigest, dropQueuedTags, notifyOfSegments } from './domains/pipeline/index.ts'
import {
  checkVisible,
  deleteProjectsOf,
  findIngestTokens,
  findOwners,
  findProjectIds,
  mountProjects,
  projectChannel,
} from './domains/projects/index.ts'
import { findDiskState } from './domains/storage/index.ts'
import { isMailedByDefault, sealerOf } from './from-config.ts'
import { type App, createServer, type Listeners, listenOn, prefixOf, servePrefix } from './http/index.ts'
import { readInstallation } from './installation.ts'
import { paced } from './log-pace.ts'
import { createHttpMetrics, type Snapshot } from './metrics.ts'
import { mountDashboard, mountSdk } from './pages/index.ts'
import { mountServiceRoutes } from './service-routes.ts'

export interface HttpDeps {
  config: Config
  database: Database
  /** The same database, for the connection that listens. */
  connection: pg.PoolConfig
  logger: Logger
  /** Number of this process among its like; spreads the pipeline tables. */
  shard: number
  /** Whether it is the only process that takes events: otherwise limits are shared through the database. */
  isAlone: boolean
  version: string
  /** What the other processes of this installation measure; none of them are there in tests. */
  gatherMetrics?: () => Promise<Snapshot[]>
  /** The clock of trials; tests set it. */
  now?: () => Date
}

/** The HTTP role: its routes, and an end that loses nothing it accepted. */
export interface HttpRole {
  app: App
  /** What this process measures. */
  measure(): Promise<Snapshot>
  /** Lets connections in, by descriptors of a port that is bound. */
  listen(descriptors: number[]): Promise<void>
  /** Ends what was begun. A process whose supervisor is gone is abandoned: the port is free for the next one at once. */
  close(how?: { isAbandoned?: boolean }): Promise<void>
}

/** Picks the adapters, wires the domains and mounts the routes of the HTTP role. */
export async function createHttpRole(deps: HttpDeps): Promise<HttpRole> {
  const { config, database, connection, logger, shard, isAlone, version } = deps
  const { gatherMetrics = async () => [], now = () => new Date() } = deps
  const notifyWorker = notifyOfSegments(database.pool)
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
          onFailed: (error) => logger.warn({ err: error }, 'the database granted no rate-limit permits'),
        }),
    maxBytesInFlight: config.BUGLE_INGEST_BYTES_IN_FLIGHT,
    shard,
    readDisk: (known) => findDiskState(database.pool, known),
    isDraining: () => isDraining,
    onStored: notifyWorker,
    onResponse: (status, milliseconds) => metrics.countIngest(status, milliseconds),
    onFailed: paced((error, left) =>
      logger.warn(
        { err: error, left_out: left },
        'accepted events or outcome counts could not be written; they will be retried',
      ),
    ),
  })
  const metrics = createHttpMetrics(shard, { bytesInFlight: () => ingest.deps.budget.used, pool: database.pool })
  const idle = idleLimitsOf(config)
  const hub = new LiveHub({
    pool: database.pool,
    findOwners: (projectIds) => findOwners(database.kysely, projectIds),
    findLiveCallers: (callers) => findLiveCallers(database.kysely, idle, callers),
    onFailed: (error) => logger.warn({ err: error }, 'live updates could not be read; they will be retried'),
  })
  const listener = new Listener({
    connection,
    channels: [projectChannel, liveUpdateChannel],
    onNotice: (channel, payload) => {
      if (channel === liveUpdateChannel) return hub.wake()
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
  app.addHook('onResponse', async ({ method, routeOptions: { url: route = 'unknown' } }, reply) => {
    if (reply.getHeader('content-type') !== 'text/event-stream')
      metrics.countApi({ method, route, status: reply.statusCode, milliseconds: reply.elapsedTime })
  })
  mountServiceRoutes(app, {
    readInstallation: () => readInstallation(database.pool, config),
    measure: async () => [await metrics.snapshot(), ...(await gatherMetrics())],
    metricsToken: config.BUGLE_METRICS_TOKEN,
    isDraining: () => isDraining,
  })
  mountDashboard(app, new URL('./dashboard/', import.meta.url))
  mountSdk(app, new URL('./sdk/', import.meta.url))
  mountAccounts(app, { database, billing: config.BILLING, now })
  const sealer = sealerOf(config)
  mountAuth(app, {
    database,
    passwords: createPasswords({
      refuseCommon: config.BUGLE_REFUSE_COMMON_PASSWORDS,
      perMinute: config.BUGLE_PASSWORDS_ADDRESS,
    }),
    limits: loginLimitsOf(config),
    sealer,
    totpFailures: config.BUGLE_TOTP_FAILURES,
    now,
    idle,
    registration: config.BUGLE_REGISTRATION,
    confirmsEmail: config.BUGLE_SMTP_URL !== undefined,
    mailLimits: { email: config.BUGLE_MAILS_EMAIL, address: config.BUGLE_MAILS_ADDRESS },
    deleteProjects: deleteProjectsOf,
  })
  mountProjects(app, { database, projectActivity: (projectIds) => findActivity(database.pool, projectIds) })
  const titles = createTitleRefresher(database.pool, logger)
  mountReading(app, database, titles, now)
  mountPeople(app, database.pool)
  mountLive(app, hub)
  mountNotifications(app, { db: database.kysely, sealer, byDefault: isMailedByDefault(config) })
  ingest.mount(app, (error, requestId) => logger.error({ err: error, request_id: requestId }, 'bug'))
  servePrefix(app.server, prefixOf(config.url))
  await listener.open()
  let listeners: Listeners | undefined
  return {
    app,
    measure: () => metrics.snapshot(),
    listen: async (descriptors) => {
      await app.ready()
      listeners = await listenOn(app.server, descriptors)
    },
    close: async ({ isAbandoned = false } = {}) => {
      isDraining = true
      hub.close()
      await closeServer(app, listeners, isAbandoned)
      await titles.stop()
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
const drainGraceMs = 1500
/** After this long a connection is cut in the middle of its request. */
const timeoutMs = 5000

async function closeServer(app: App, listeners: Listeners | undefined, isAbandoned: boolean): Promise<void> {
  const beganAt = performance.now()
  const since = () => performance.now() - beganAt
  const count = async () => (await listeners?.countConnections()) ?? 0
  while (!isAbandoned && (since() < noticeMs || (since() < drainGraceMs && (await count()) > 0)))
    await new Promise((resolve) => setTimeout(resolve, 25))
  const cut = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await Promise.all([listeners?.close(), app.close()])
  clearTimeout(cut)
}

/** Issues and events read each other's; each is handed what it needs of the other here. */
function mountReading(app: App, { pool, kysely }: Database, titles: TitleRefresher, now: () => Date): void {
  const { authorize } = app
  const issues: IssueDeps = {
    pool,
    authorize,
    projectsOf: (caller) => findProjectIds(kysely, caller),
    awaitDigest: (find) => awaitDigest(pool, find),
    latestEvent: (issue) => readLatestEvent(pool, issue),
    issueStats: (issue) => readIssueStats(pool, issue),
    refreshTitles: (issues) => titles.refreshNow(issues),
    dropQueuedTags,
    now,
  }
  mountIssues(app, issues)
  mountEvents(app, { pool, authorize, getIssue: (caller, id) => getIssue(issues, caller, id) })
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
