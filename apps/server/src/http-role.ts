import { limits } from '@bugle/protocol'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { AccessLimits } from './access-limits.ts'
import { DatabaseRateLimiter } from './adapters/rate-limiter-database.ts'
import { MemoryRateLimiter } from './adapters/rate-limiter-memory.ts'
import { runChecks } from './admin/doctor/run-checks.ts'
import type { Config } from './config.ts'
import { createFailureLog } from './create-failure-log.ts'
import { createSymbolReader } from './create-symbol-reader.ts'
import { createTitleRefresher } from './create-title-refresher.ts'
import type { Budget } from './db/byte-owners.ts'
import type { Database } from './db/database.ts'
import { isDatabaseUnavailable } from './db/database-unavailable.ts'
import { Listener, notify } from './db/listener.ts'
import { mountAccounts } from './domains/accounts/index.ts'
import { ArtifactSpace, measureArtifacts, mountArtifacts, type SymbolReader } from './domains/artifacts/index.ts'
import {
  createAuthenticate,
  createPasswords,
  findLiveCallers,
  type IdleLimits,
  type LoginLimits,
  mailNewLogin,
  mountAuth,
  relyingPartyOf,
} from './domains/auth/index.ts'
import { mountEvents, readIssueStats, readLatestEvent, type TitleRefresher } from './domains/events/index.ts'
import { mountHealth, notifyOfHealth } from './domains/health/index.ts'
import { Ingest, mountPreviewRoutes } from './domains/ingest/index.ts'
import { clearAssignee, findProjectTraffic, getIssue, type IssueDeps, mountIssues } from './domains/issues/index.ts'
import { LiveHub, mountLive } from './domains/live/index.ts'
import { liveUpdateChannel } from './domains/live-updates/index.ts'
import { authorizeOrganization } from './domains/memberships/index.ts'
import { mountNotifications, mountPush, notifyAssigned, notifyMentioned } from './domains/notifications/index.ts'
import { acceptInvitation, getOpenInvitation, mountOrganizations } from './domains/organizations/index.ts'
import { mountPeople } from './domains/people/index.ts'
import { awaitDigest, dropQueuedCounts, SegmentNotifier } from './domains/pipeline/index.ts'
import {
  authorizeProject,
  deleteProjectsOf,
  findIngestTokens,
  findProjectIds,
  findVisible,
  getProjectName,
  mountProjects,
  notifyAllChanged,
  projectChannel,
} from './domains/projects/index.ts'
import { mountReleases } from './domains/releases/index.ts'
import { mountSentryApi } from './domains/sentry-api/index.ts'
import { mountSingleSignOn } from './domains/single-sign-on/index.ts'
import { diskChannel, findDiskState, measureChannel } from './domains/storage/index.ts'
import {
  checkMailServer,
  idleLimitsOf,
  isMailedByDefault,
  personKeyOf,
  providerOf,
  pusherOf,
  sealerOf,
} from './from-config.ts'
import {
  type App,
  type BodyLimits,
  createServer,
  type Listeners,
  listenOn,
  prefixOf,
  servePrefix,
} from './http/index.ts'
import { ByteBudget } from './lib/byte-budget.ts'
import type { FailureLog } from './lib/failure-log.ts'
import { FairTurns } from './lib/fair-turns.ts'
import { FreeSpace } from './lib/free-space.ts'
import { readInstallationState } from './operator/installation-state.ts'
import { createHttpMetrics, type HttpMetrics, type Snapshot } from './operator/metrics.ts'
import { mountOperatorRoutes } from './operator/operator-routes.ts'
import { mountServiceRoutes } from './operator/service-routes.ts'
import { keepServedScripts, mountDashboard, mountMobile, mountSdk, mountWellKnown } from './pages/index.ts'
import { Refusal } from './refusal.ts'

export interface HttpDeps {
  config: Config
  database: Database
  /** Connections for ingest alone, which the API cannot occupy; by default those of `database`. */
  ingestDatabase?: Database
  /** Connection to the same database, for the listener. */
  connection: pg.PoolConfig
  logger: Logger
  /** Where the process logs failures; by default the role has a log of its own. */
  failures?: FailureLog
  /** Number of this ingest process; distributes the pipeline tables. */
  shard: number
  /** Whether it is the only ingest process: otherwise limits are shared through the database. */
  isAlone: boolean
  version: string
  /** Returns the metrics of the installation's other processes; tests have none. */
  gatherMetrics?: () => Promise<Snapshot[]>
  /** Limits of logins, registrations and mails that tests change. */
  limits?: Partial<AccessLimits>
  /** Clock of trials; tests set it. */
  now?: () => Date
  /** Tests, which wait for digest often, shorten it. */
  digestPaceMs?: number
}

const sdkDirectory = new URL('./sdk/', import.meta.url)

type Deps = HttpDeps & Required<Pick<HttpDeps, 'failures'>>

/** The HTTP role: its routes, and a shutdown that loses no accepted event. */
export interface HttpRole {
  app: App
  /** Returns the metrics of this process. */
  measure(): Promise<Snapshot>
  /** Accepts connections on the descriptors of a bound port. */
  listen(descriptors: number[]): Promise<void>
  /**
   * Finishes the work in progress. A process whose supervisor is gone is abandoned: it frees the port for the next one
   * at once.
   */
  close(how?: { isAbandoned?: boolean }): Promise<void>
}

/** Picks the adapters, wires the domains and mounts the routes of the HTTP role. */
export async function createHttpRole(given: HttpDeps): Promise<HttpRole> {
  const deps = { failures: createFailureLog(given.logger), ...given }
  const { config, database, ingestDatabase = database, logger, failures, shard, version } = deps
  const draining = { isOn: false }
  const ingest = createIngest(deps, draining, (status, milliseconds) => metrics.countIngest(status, milliseconds))
  const databases = new Set([database, ingestDatabase])
  const metrics = createHttpMetrics(shard, {
    bytesInFlight: () => ingest.bytesInFlight,
    pools: [...databases].map(({ pool }) => pool),
  })
  const idle = idleLimitsOf(config)
  const hub = createHub(deps, idle)
  const recordsSpace = newSpace(database, 'records')
  const listener = createListener(deps, { ingest, hub, recordsSpace })
  const app = await createServer({
    logger,
    trustedProxies: config.BUGLE_TRUST_PROXY,
    url: config.url,
    version,
    authenticate: createAuthenticate({ database, idle, ssoMaxAgeMs: config.BUGLE_OIDC_MAX_AGE }),
    authorize: (caller, projectId, scope) => authorizeProject(database, caller, projectId, scope),
    authorizeOrganization: (caller, organizationId) => authorizeOrganization(database, caller, organizationId),
    shares: { perMinute: config.BUGLE_API_RATE, atOnce: config.BUGLE_API_AT_ONCE },
    recordsSpace,
    isDatabaseUnavailable,
    onUnavailable: failures.reporter('requests get 503'),
  })
  watchResponses(app, metrics, draining)
  const { symbols, close: closeSymbols } = createSymbolReader(database, config, logger)
  const titles = createTitleRefresher({
    pool: database.pool,
    logger,
    failures,
    symbols,
    delayMs: config.delays.titles,
  })
  mountEverything(app, deps, { ingest, hub, idle, titles, symbols, metrics, draining })
  servePrefix(app.server, prefixOf(config.url))
  await listener.open()
  await keepServedScripts(database.pool, sdkDirectory)
  let listeners: Listeners | undefined
  return {
    app,
    measure: () => metrics.snapshot(),
    listen: async (descriptors) => {
      await app.ready()
      listeners = await listenOn(app.server, descriptors)
    },
    close: async ({ isAbandoned = false } = {}) => {
      draining.isOn = true
      hub.close()
      await closeServer(app, listeners, isAbandoned)
      await titles.stop()
      closeSymbols()
      await ingest.close()
      recordsSpace.close()
      await listener.close()
      for (const { close } of databases) await close()
    },
  }
}

/** Set once the process drains: its responses then close their connections, and it is no longer ready. */
interface Draining {
  isOn: boolean
}

function createIngest(
  { config, database, ingestDatabase = database, failures, shard, isAlone, now = wallClock, digestPaceMs }: Deps,
  draining: Draining,
  onResponse: (status: number, milliseconds: number) => void,
): Ingest {
  const { pool, kysely } = ingestDatabase
  const window = { limit: config.BUGLE_INGEST_RATE, windowMs: 60_000 }
  return new Ingest({
    pool,
    findTokens: (hashes) => findIngestTokens(kysely, hashes, config.BILLING),
    limiter: isAlone
      ? new MemoryRateLimiter(window)
      : new DatabaseRateLimiter({
          ...window,
          pool,
          onFailed: failures.reporter('the database granted no rate-limit permits'),
        }),
    requestLimiter: new MemoryRateLimiter({ ...window, limit: 10 * window.limit }),
    healthLimiters: {
      session: new MemoryRateLimiter({ ...window, limit: 10 * window.limit }),
      check_in: new MemoryRateLimiter(window),
      feedback: new MemoryRateLimiter({ ...window, limit: Math.ceil(window.limit / 10) }),
    },
    personKey: personKeyOf(config),
    sentryHints: config.BUGLE_SENTRY_HINTS,
    maxBytesInFlight: config.BUGLE_INGEST_BYTES_IN_FLIGHT,
    shard,
    now,
    newSpace: (budget) => newSpace(ingestDatabase, budget),
    isDraining: () => draining.isOn,
    notifier: new SegmentNotifier(pool, digestPaceMs),
    onHealth: notifyOfHealth(pool),
    onResponse,
    onFailed: failures.reporter('accepted events or outcome counts could not be written; they will be retried'),
  })
}

/** Reads what the worker measures, and wakes it when much was stored since. */
function newSpace({ pool }: Database, budget: Budget): FreeSpace {
  return new FreeSpace({
    read: (known) => findDiskState(pool, budget, known),
    onGrown: () => void notify(pool, measureChannel).catch(() => {}),
  })
}

function createHub({ database: { pool, kysely }, failures }: Deps, idle: IdleLimits): LiveHub {
  return new LiveHub({
    pool,
    findVisible: (userIds, projectIds) => findVisible(kysely, userIds, projectIds),
    findLiveCallers: (callers) => findLiveCallers(kysely, idle, callers),
    onFailed: failures.reporter('live updates could not be read; they will be retried'),
  })
}

/** Listens for changed projects, live updates and the state of the disk. After a gap everything may have changed. */
function createListener(
  { connection, failures }: Deps,
  { ingest, hub, recordsSpace }: { ingest: Ingest; hub: LiveHub; recordsSpace: FreeSpace },
): Listener {
  return new Listener({
    connection,
    channels: [projectChannel, liveUpdateChannel, diskChannel],
    onNotice: (channel, payload) => {
      if (channel === liveUpdateChannel) return hub.wake()
      if (channel === diskChannel) return void Promise.all([ingest.refreshSpace(), recordsSpace.refresh()])
      ingest.forget(Number(payload))
    },
    onGap: () => {
      ingest.forget()
      hub.wake()
    },
    onLost: failures.reporter('the listening connection was lost'),
  })
}

/** Closes connections while draining, and counts responses; a live stream has no duration to count. */
function watchResponses(app: App, metrics: HttpMetrics, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isOn) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async ({ method, routeOptions: { url: route = 'unknown' } }, reply) => {
    if (reply.getHeader('content-type') !== 'text/event-stream')
      metrics.countApi({ method, route, status: reply.statusCode, milliseconds: reply.elapsedTime })
  })
}

interface Parts {
  ingest: Ingest
  hub: LiveHub
  idle: IdleLimits
  titles: TitleRefresher
  symbols: SymbolReader
  metrics: HttpMetrics
  draining: Draining
}

function mountEverything(app: App, deps: Deps, parts: Parts): void {
  const { config, database, logger, now = wallClock } = deps
  const sealer = sealerOf(config)
  const wiring = { ...deps, ...parts, sealer, now }
  mountService(app, wiring)
  mountDashboard(app, new URL('./dashboard/', import.meta.url))
  mountMobile(app, new URL('./mobile/', import.meta.url))
  mountSdk(app, sdkDirectory, database.pool)
  mountWellKnown(app, { securityContact: config.BUGLE_SECURITY_CONTACT, now })
  mountAccess(app, wiring)
  mountProjects(app, {
    database,
    url: config.url,
    projectActivity: (projectIds) => findProjectTraffic(database.pool, projectIds),
    now,
  })
  mountBuilds(app, wiring)
  mountReading(app, database, parts, now)
  mountReleases(app, { db: database.kysely, pool: database.pool, now })
  mountPeople(app, { pool: database.pool, personKey: personKeyOf(config) })
  mountHealth(app, { pool: database.pool, now })
  mountLive(app, parts.hub)
  mountNotifications(app, { db: database.kysely, sealer, byDefault: isMailedByDefault(config) })
  mountPush(app, {
    db: database.kysely,
    sealer,
    pusher: pusherOf(config),
    url: config.url,
    limiter: perMinute(limits.pushTestsPerMinute),
  })
  mountPreviewRoutes(app, { pool: database.pool })
  parts.ingest.mount(app, (error, requestId) => logger.error({ err: error, request_id: requestId }, 'bug'))
}

type Wiring = Deps & Parts & { sealer: ReturnType<typeof sealerOf>; now: () => Date }

/** Mounts the state of the process, and that of the installation for its operator. */
function mountService(app: App, wiring: Wiring): void {
  const { config, database, metrics, draining, sealer, now, gatherMetrics = async () => [] } = wiring
  mountServiceRoutes(app, {
    readInstallationState: () => readInstallationState(database.pool, config),
    measure: async () => [await metrics.snapshot(), ...(await gatherMetrics())],
    metricsToken: config.BUGLE_METRICS_TOKEN,
    isDraining: () => draining.isOn,
  })
  mountOperatorRoutes(app, {
    db: database.kysely,
    config,
    version: wiring.version,
    readInstallationState: () => readInstallationState(database.pool, config),
    runChecks: () =>
      runChecks({
        config,
        version: wiring.version,
        withDatabase: (work) => work({ database, kind: config.DATABASE_URL === undefined ? 'running' : 'external' }),
        sealer: () => sealer,
        checkMailServer: () => checkMailServer(config),
        now,
      }),
  })
}

/** Mounts accounts, logins and organizations. */
function mountAccess(app: App, { config, limits: changed, database, failures, idle, sealer, now }: Wiring): void {
  const access = { ...config.limits, ...changed }
  mountAccounts(app, { database, billing: config.BILLING, now })
  const provider = providerOf(config)
  const login = {
    passwords: createPasswords({
      refuseCommon: config.BUGLE_REFUSE_COMMON_PASSWORDS,
      perMinute: access.passwordsAddress,
    }),
    limits: loginLimitsOf(access),
    sealer,
    totpFailures: access.totpFailures,
    hasSso: provider !== undefined,
    relyingParty: relyingPartyOf(config.url),
    sessionsPerKind: config.BUGLE_SESSIONS_PER_KIND,
    mailNewLogin,
    now,
  }
  mountAuth(app, {
    database,
    ...login,
    idle,
    ssoName: provider && config.BUGLE_OIDC_NAME,
    registration: config.BUGLE_REGISTRATION,
    confirmsEmail: config.BUGLE_SMTP_URL !== undefined,
    mailLimits: { email: access.mailsEmail, address: access.mailsAddress },
    deleteProjects: deleteProjectsOf,
    invitations: {
      get: getOpenInvitation,
      accept: (tx, user, token, origin) =>
        acceptInvitation(tx, user, token, origin, { isOn: login.hasSso, isUsed: false }),
    },
  })
  mountSingleSignOn(app, {
    db: database.kysely,
    ...login,
    provider,
    url: config.url,
    name: config.BUGLE_OIDC_NAME,
    rules: { organizationId: config.BUGLE_OIDC_ORGANIZATION, adminGroup: config.BUGLE_OIDC_ADMIN_GROUP },
    allowedDomains: config.BUGLE_OIDC_ALLOWED_DOMAINS,
    trustsFactor: config.BUGLE_OIDC_TRUST_MFA,
    onRefused: failures.reporter('a login by the identity provider was refused'),
  })
  mountOrganizations(app, {
    db: database.kysely,
    url: config.url,
    mayRegister: config.BUGLE_REGISTRATION !== 'closed',
    hasSso: provider !== undefined,
    notifyIngest: notifyAllChanged,
    deleteProjects: deleteProjectsOf,
    clearAssignee,
    projectName: (projectId) => getProjectName(database.kysely, projectId),
    now,
  })
}

/** Mounts the uploads of builds, by our own tools and by Sentry's. */
function mountBuilds(app: App, { config, database }: Wiring): void {
  const space = new ArtifactSpace({ maxBytes: config.artifactBytes, measure: () => measureArtifacts(database.pool) })
  const bodies = createBodyLimits()
  mountSentryApi(app, { db: database.kysely, space, bodies })
  mountArtifacts(app, {
    db: database.kysely,
    space,
    bodies,
    limiter: perMinute(limits.uploadRequestsPerMinute),
  })
}

/** Bounds the memory of uploads: each is held as a whole while it arrives and while it is processed. */
function createBodyLimits(): BodyLimits {
  return {
    budget: new ByteBudget(3 * limits.uploadBytes, limits.uploadBytes),
    turns: new FairTurns({
      ...{ atOnce: 3, waitMs: 30_000, waitingEach: 16, perMinute: Number.POSITIVE_INFINITY },
      refusal: () => new Refusal('overloaded', { retryAfterSeconds: 1 }),
    }),
  }
}

function perMinute(limit: number): MemoryRateLimiter {
  return new MemoryRateLimiter({ limit, windowMs: 60_000 })
}

const wallClock = () => new Date()

/** Time in which a load balancer notices that this process is no longer ready, while it still serves. */
const noticeMs = 250
/**
 * Time that idle connections get for their next request, whose response announces that it is the last. Closing an idle
 * connection would cut off a request that is on its way.
 */
const drainGraceMs = 1500
/** After this time a connection is closed in the middle of its request. */
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

/** Mounts issues and events. They read each other's data, so each gets the functions it needs of the other. */
function mountReading(
  app: App,
  { pool, kysely }: Database,
  { titles, symbols }: Pick<Parts, 'titles' | 'symbols'>,
  now: () => Date,
): void {
  const { authorize } = app
  const issues: IssueDeps = {
    pool,
    authorize,
    projectsOf: (caller) => findProjectIds(kysely, caller),
    awaitDigest: (find) => awaitDigest(pool, find),
    latestEvent: (issue) => readLatestEvent({ pool, symbols }, issue),
    issueStats: (issue) => readIssueStats(pool, issue, now()),
    refreshTitles: (issues) => titles.refreshNow(issues),
    dropQueuedCounts,
    notifyAssigned,
    notifyMentioned,
    now,
  }
  mountIssues(app, issues)
  const symbolicateLimiter = perMinute(limits.symbolicateRequestsPerMinute)
  mountEvents(app, {
    pool,
    symbols,
    now,
    authorize,
    symbolicateLimiter,
    getIssue: (caller, id) => getIssue(issues, caller, id),
  })
}

function loginLimitsOf(access: AccessLimits): LoginLimits {
  return {
    failures: access.loginFailures,
    failuresAddress: access.loginFailuresAddress,
    failuresEmail: access.loginFailuresEmail,
    registrationsAddress: access.registrationsAddress,
  }
}
