import {
  bucketDatabase,
  bucketNames,
  bucketPlaces,
  forBuckets,
  hasBuckets,
  inBucket,
  mainBucket,
} from './db/buckets.ts'
import type { Database } from './db/database.ts'
import { isDatabaseUnavailable } from './db/database-unavailable.ts'
import { isLockError } from './db/error-class.ts'
import { Listener } from './db/listener.ts'
import { createAuthenticate, findLiveCallers, type IdleLimits } from './domains/auth/index.ts'
import type { Ingest } from './domains/ingest/index.ts'
import { LiveHub } from './domains/live/index.ts'
import { liveUpdateChannel } from './domains/live-updates/index.ts'
import { authorizeOrganization } from './domains/memberships/index.ts'
import { authorizeProject, findPlace, findVisible, projectChannel } from './domains/projects/index.ts'
import { diskChannel } from './domains/storage/index.ts'
import {
  type App,
  createServer,
  type InBucketOf,
  type Listeners,
  listenOn,
  prefixOf,
  servePrefix,
} from './http/index.ts'
import type { FreeSpace } from './lib/free-space.ts'
import { createHttpMetrics, type HttpMetrics, type Snapshot } from './operator/metrics.ts'
import { keepServedScripts, mountDashboard, mountDocs, mountMobile, mountSdk, mountWellKnown } from './pages/index.ts'
import { ObjectStoreUnavailable } from './ports/object-store.ts'
import { Refusal } from './refusal.ts'
import { mountAccess } from './wiring/access.ts'
import { mountBuilds } from './wiring/builds.ts'
import { createFailureLog } from './wiring/failure-log.ts'
import { createFreeSpace } from './wiring/free-space.ts'
import { idleLimitsOf, objectPayloadsOf, sealerOf } from './wiring/from-config.ts'
import { createIngest } from './wiring/ingest.ts'
import { mountOperations } from './wiring/operations.ts'
import { mountReading } from './wiring/reading.ts'
import { createSymbolReader } from './wiring/symbols.ts'
import { createTitles } from './wiring/titles.ts'
import type { Basis, Draining, HttpDeps, Wiring } from './wiring/wiring.ts'

/** Files of the build, beside this one. */
const directories = {
  dashboard: new URL('./dashboard/', import.meta.url),
  docs: new URL('./docs/', import.meta.url),
  mobile: new URL('./mobile/', import.meta.url),
  sdk: new URL('./sdk/', import.meta.url),
}

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
  const draining: Draining = { isOn: false }
  const deps = {
    failures: createFailureLog(given.logger),
    ingestDb: given.db,
    now: () => new Date(),
    draining,
    ...given,
  }
  const { config, db, ingestDb, logger, failures, shard, version, now } = deps
  const ingest = createIngest(deps, (status, milliseconds) => metrics.countIngest(status, milliseconds))
  const pools = [...new Set([db, ingestDb])]
  const metrics = createHttpMetrics(shard, { bytesInFlight: () => ingest.bytesInFlight, pools })
  const idle = idleLimitsOf(config)
  const { objects = objectPayloadsOf(config) } = given
  const hub = createHub(deps, idle)
  const records = forBuckets(db, (bucket) => createFreeSpace(bucket, 'records'))
  const listeners = createListeners(deps, { ingest, hub, records: records.all })
  const app = await createServer({
    logger,
    trustedProxies: config.BUGLE_TRUST_PROXY,
    url: config.url,
    version,
    authenticate: createAuthenticate({ db, idle, ssoMaxAgeMs: config.BUGLE_OIDC_MAX_AGE }),
    authorize: (caller, projectId, scope) => authorizeProject(db, caller, projectId, scope),
    authorizeOrganization: (caller, organizationId) => authorizeOrganization(db, caller, organizationId),
    inBucketOf: inBucketOf(db),
    shares: { perMinute: config.BUGLE_API_RATE, atOnce: config.BUGLE_API_AT_ONCE },
    recordsSpace: {
      refusalFor: (owner) => records.here().refusalFor(owner),
      note: (bytes) => records.here().note(bytes),
    },
    isPassing: (error) => isDatabaseUnavailable(error) || isLockError(error) || error instanceof ObjectStoreUnavailable,
    onPassing: failures.reporter('requests get 503'),
  })
  watchResponses(app, metrics, draining)
  const { symbols, close: closeSymbols } = createSymbolReader({ db, objects }, config, logger)
  const titles = createTitles({ db, objects, logger, failures, symbols, delayMs: config.delays.titles })
  const wiring: Wiring = { ...deps, objects, ingest, hub, idle, titles, symbols, metrics, sealer: sealerOf(config) }
  mountOperations(app, wiring)
  mountDashboard(app, { directory: directories.dashboard })
  mountMobile(app, { directory: directories.mobile })
  mountDocs(app, { directory: directories.docs })
  mountSdk(app, { db, directory: directories.sdk })
  mountWellKnown(app, { securityContact: config.BUGLE_SECURITY_CONTACT, now })
  mountAccess(app, wiring)
  mountBuilds(app, wiring)
  mountReading(app, wiring)
  ingest.mount(app)
  servePrefix(app.server, prefixOf(config.url))
  await Promise.all(listeners.map((listener) => listener.open()))
  await keepServedScripts(db, directories.sdk)
  let ports: Listeners | undefined
  return {
    app,
    measure: () => metrics.snapshot(),
    listen: async (descriptors) => {
      await app.ready()
      ports = await listenOn(app.server, descriptors)
    },
    close: async ({ isAbandoned = false } = {}) => {
      draining.isOn = true
      hub.close()
      await closeServer(app, ports, isAbandoned)
      await titles.stop()
      closeSymbols()
      await ingest.close()
      for (const space of records.all) space.close()
      await Promise.all(listeners.map((listener) => listener.close()))
      for (const pool of pools) await pool.end()
    },
  }
}

/** Makes what runs the handler of a route in the bucket of its project. */
function inBucketOf(db: Database): InBucketOf {
  if (!hasBuckets(db)) return (_projectId, work) => work()
  return async (projectId, work, { isRead }) => {
    if (projectId === undefined) return work()
    const { bucket, isPaused } = (await findPlace(db, projectId)) ?? { bucket: mainBucket, isPaused: false }
    if (isPaused && !isRead) throw new Refusal('unavailable', { retryAfterSeconds: 2 })
    return inBucket(bucket, work)
  }
}

function createHub({ db, failures }: Basis, idle: IdleLimits): LiveHub {
  return new LiveHub({
    buckets: bucketNames(db).map((name) => bucketDatabase(db, name)),
    findVisible: (userIds, projectIds) => findVisible(db, userIds, projectIds),
    findLiveCallers: (callers) => findLiveCallers(db, idle, callers),
    onFailed: failures.reporter('live updates could not be read; they will be retried'),
  })
}

/** Listens on each server for changed projects, live updates and the state of the disk. After a gap everything may have changed. */
function createListeners(
  { db, connection, failures }: Basis,
  { ingest, hub, records }: { ingest: Ingest; hub: LiveHub; records: readonly FreeSpace[] },
): Listener[] {
  return [connection, ...Object.values(bucketPlaces(db))].map(
    (one) =>
      new Listener({
        connection: one,
        channels: [projectChannel, liveUpdateChannel, diskChannel],
        onNotice: (channel, payload) => {
          if (channel === liveUpdateChannel) return hub.wake()
          if (channel === diskChannel)
            return void Promise.all([ingest.refreshSpace(), ...records.map((space) => space.refresh())])
          ingest.forget(Number(payload))
        },
        onGap: () => {
          ingest.forget()
          hub.wake()
        },
        onLost: failures.reporter('the listening connection was lost'),
      }),
  )
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
