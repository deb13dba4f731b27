import { type ChildProcess as Child, fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Config, describeUnknown } from './config.ts'
import { Archiver } from './db/archive/index.ts'
import { awaitDatabase, DatabaseUnreachable } from './db/await-database.ts'
import { mainBucket } from './db/buckets.ts'
import { openDatabase } from './db/database.ts'
import { isDatabaseUnavailable } from './db/database-unavailable.ts'
import { restorePlans } from './db/distributed.ts'
import { type EmbeddedDatabase, EmbeddedDatabaseError, startEmbeddedDatabase } from './db/embedded/index.ts'
import { MigrationError, migrate } from './db/migrate.ts'
import { findBucketNames } from './domains/projects/index.ts'
import { prepareSegmentNumbers } from './domains/storage/index.ts'
import { type BoundPort, bindPort, describeListenError } from './http/port.ts'
import type { FailureLog } from './lib/failure-log.ts'
import { makeLogger } from './logger.ts'
import { createSupervisorMetrics, type Snapshot } from './operator/metrics.ts'
import { type StatusServer, serveStatus, type WorkerReport } from './operator/status-server.ts'
import {
  type ChildMessage,
  type ChildOrder,
  measureTimeoutMs,
  type WorkerMessage,
  type WorkerOrder,
} from './processes/messages.ts'
import { PendingRequests } from './processes/pending-requests.ts'
import { printReadyMessage } from './processes/ready-message.ts'
import { releaseMemoryAtRest } from './processes/release-memory.ts'
import { shutDownOnSignal } from './processes/shutdown.ts'
import { closeNotes, openNotes, watchChild } from './processes/watch-child.ts'
import { readOrMakeSecret } from './secret-file.ts'
import { version } from './version.ts'
import { archiveStoreOf } from './wiring/archive-store.ts'
import { createFailureLog, logRepeatsOf } from './wiring/failure-log.ts'
import { placesOf } from './wiring/from-config.ts'

/** `all` runs both roles and, without DATABASE_URL, the database. A single role needs a DATABASE_URL. */
export const roles = ['all', 'http', 'worker'] as const
export type Role = (typeof roles)[number]

/** Leaves another second to stop at once, within the ten that service managers and people allow. */
const graceMs = 8500
const restartMs = 500
/** How soon the server of a bucket is tried again that did not respond at the start. */
const bucketRetryMs = 5000
/** Threads of libuv's pool: password hashing may take two, compressing segments needs others. */
const threads = '6'

/** Starts everything, keeps it running, and stops it without losing accepted events. */
export async function serve(config: Config, role: Role): Promise<void> {
  const logger = makeLogger(config)
  const supervisor = new Supervisor(config, role, logger)
  shutDownOnSignal({ stop: () => supervisor.stop(), stopNow: () => supervisor.stopNow(), graceMs, logger })
  releaseMemoryAtRest()
  try {
    await supervisor.start()
  } catch (error) {
    // A failure caused by a shutdown during the start is not reported.
    if (supervisor.isStopping) return supervisor.stop()
    await supervisor.stop()
    if (!expected.some((kind) => error instanceof kind)) throw error
    console.error((error as Error).message)
    process.exit(1)
  }
}

class Supervisor {
  readonly #config: Config
  readonly #role: Role
  readonly #logger: Logger
  readonly #failures: FailureLog
  #database: EmbeddedDatabase | undefined
  #databaseStart: Promise<EmbeddedDatabase> | undefined
  #archiver: Archiver | undefined
  #connection: pg.PoolConfig = {}
  /** Resolves once the database is up and has its schema. */
  #ready: Promise<void> = Promise.resolve()
  #port: BoundPort | undefined
  readonly #children = new Set<Child>()
  /** Children that listen for orders. */
  readonly #up = new WeakSet<Child>()
  #worker: Worker | undefined
  readonly #metrics = createSupervisorMetrics(version)
  readonly #snapshots = new PendingRequests<Snapshot>(measureTimeoutMs)
  readonly #reports = new PendingRequests<WorkerReport>(measureTimeoutMs)
  #status: StatusServer | undefined
  #isStopping = false
  #stopped: Promise<void> | undefined

  constructor(config: Config, role: Role, logger: Logger) {
    this.#config = config
    this.#role = role
    this.#logger = logger
    this.#failures = createFailureLog(logger)
  }

  async start(): Promise<void> {
    const started = performance.now()
    for (const unknown of this.#config.unknown) this.#logger.warn(describeUnknown(unknown))
    // Both roles load their code while the database starts, and wait for it.
    this.#ready = this.#startDatabase().then(() => this.#prepareSchema())
    const worker = this.#role === 'http' ? undefined : this.#startWorker()
    const children = this.#role === 'worker' ? undefined : this.#startChildren()
    await Promise.all([this.#ready, worker, children])
    if (this.#role === 'worker') this.#status = await this.#serveStatus()
    if (this.#isStopping) return
    this.#logger.info({ milliseconds: Math.round(performance.now() - started) }, 'ready')
    if (this.#role !== 'worker') printReadyMessage(this.#config)
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Stops the children first, then digest, then the database: each may need the ones stopped after it. */
  stop(): Promise<void> {
    this.#isStopping = true
    this.#stopped ??= this.#stopInOrder()
    return this.#stopped
  }

  async #stopInOrder(): Promise<void> {
    this.#status?.close()
    this.#port?.release()
    await Promise.all([...this.#children].map((child) => this.#drain(child)))
    await this.#stopWorker()
    await this.#archiver?.prepareStop()
    // A database that is still starting would otherwise outlive this process.
    await this.#databaseStart?.then(
      (database) => database.stop(),
      () => {},
    )
    await this.#archiver?.finish()
  }

  /** For a shutdown that takes too long: waits for nothing. Acknowledged events are on disk. */
  stopNow(): void {
    for (const child of this.#children) child.kill('SIGKILL')
    void this.#worker?.terminate()
    this.#database?.stopNow()
  }

  #drain(child: Child): Promise<void> {
    return new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      if (this.#up.has(child)) sendToChild(child, { type: 'drain' })
      else child.kill('SIGKILL')
    })
  }

  async #startDatabase(): Promise<void> {
    const { DATABASE_URL, dataDirectory, BUGLE_SHARED_BUFFERS_MB } = this.#config
    // A generated secret would differ on each machine, while all of them read the encrypted data.
    if (this.#role !== 'all' && this.#config.BUGLE_SECRET === undefined)
      throw new StartRefused(`--role ${this.#role} needs BUGLE_SECRET, the same for all that share the database.`)
    readOrMakeSecret(this.#config)
    if (DATABASE_URL !== undefined) {
      if (this.#config.archive !== undefined)
        throw new StartRefused(
          'BUGLE_ARCHIVE is for the embedded database. Archive the log of DATABASE_URL by its own means.',
        )
      this.#connection = { connectionString: DATABASE_URL }
      return awaitDatabase(DATABASE_URL, {
        waitMs: this.#config.BUGLE_DATABASE_WAIT,
        isStopping: () => this.#isStopping,
        logger: this.#logger,
      })
    }
    if (this.#role !== 'all')
      throw new StartRefused(`--role ${this.#role} needs DATABASE_URL: the embedded database serves one process tree.`)
    this.#databaseStart = startEmbeddedDatabase({
      dataDirectory,
      sharedBuffersMb: BUGLE_SHARED_BUFFERS_MB,
      maxConnections: connectionsOf(this.#config),
      isArchived: this.#config.archive !== undefined,
      log: logRepeatsOf(this.#logger, this.#failures),
    })
    const database = await this.#databaseStart
    this.#database = database
    // Otherwise PGSSLMODE of the environment would apply, and a Unix socket speaks no TLS.
    this.#connection = { ...database.connection, ssl: false }
    this.#startArchiver(database)
    void database.exited.then(({ expected }) => {
      if (!expected && !this.#isStopping) void this.#restartDatabase()
    })
  }

  #startArchiver({ superuser }: EmbeddedDatabase): void {
    const { archive, dataDirectory, BUGLE_ARCHIVE_KEEP: keepMs } = this.#config
    if (archive === undefined || this.#archiver !== undefined) return
    this.#archiver = new Archiver({
      store: archiveStoreOf(archive),
      dataDirectory,
      connection: { ...superuser, ssl: false },
      version,
      keepMs,
      log: this.#logger,
      onFailure: this.#failures.reporter('the archive did not receive the log of the database; it will be retried'),
    })
  }

  async #restartDatabase(): Promise<void> {
    this.#logger.error('the embedded database ended; restarting it')
    this.#metrics.countRestart('database')
    const didNotStart = this.#failures.reporter('the embedded database did not start; it will be started again')
    while (!this.#isStopping) {
      try {
        return await this.#startDatabase()
      } catch (error) {
        didNotStart(error)
        await pause(restartMs)
      }
    }
  }

  async #prepareSchema(): Promise<void> {
    if (this.#isStopping) return
    await this.#migrate(this.#connection)
    await this.#checkDirectory()
    // One after the other: if a migration fails, the servers after it are unchanged.
    for (const [bucket, connection] of Object.entries(placesOf(this.#config)))
      await this.#prepareBucket(bucket, connection)
  }

  /** Projects of a bucket that the settings do not name would seem to be empty. */
  async #checkDirectory(): Promise<void> {
    const db = openDatabase({ connection: this.#connection, connections: 1 })
    try {
      const named = [mainBucket, ...Object.keys(placesOf(this.#config))]
      const unnamed = (await findBucketNames(db)).filter((name) => !named.includes(name))
      if (unnamed.length === 0) return
      throw new StartRefused(
        `BUGLE_BUCKETS does not name ${unnamed.join(', ')}: projects are there. Set it as it was before.`,
      )
    } finally {
      await db.end()
    }
  }

  async #migrate(connection: pg.PoolConfig, bucket?: string): Promise<void> {
    const db = openDatabase({ connection, connections: 2 })
    try {
      const applied = await migrate(db)
      await prepareSegmentNumbers(db)
      await restorePlans(db)
      if (applied.length > 0) this.#logger.info({ applied, ...(bucket !== undefined && { bucket }) }, 'schema migrated')
    } finally {
      await db.end()
    }
  }

  /** Migrates a bucket. While its server is away, the other buckets are served; the roles refuse it until it is migrated. */
  async #prepareBucket(bucket: string, connection: pg.PoolConfig): Promise<void> {
    try {
      await this.#migrate(connection, bucket)
    } catch (error) {
      if (error instanceof MigrationError)
        throw new MigrationError(`The bucket ${bucket}: ${error.message}`, { cause: error })
      if (!isDatabaseUnavailable(error)) throw error
      this.#logger.error({ err: error, bucket }, 'the server of a bucket does not respond; the others are served')
      setTimeout(() => {
        if (!this.#isStopping)
          void this.#prepareBucket(bucket, connection).catch((error) => this.#refuseBucket(bucket, error))
      }, bucketRetryMs).unref()
    }
  }

  #refuseBucket(bucket: string, error: unknown): void {
    this.#logger.error({ err: error, bucket }, 'a bucket cannot be used: its projects are refused')
  }

  async #startWorker(): Promise<void> {
    const worker = new Worker(entry('worker-main'))
    this.#worker = worker
    worker.on('message', (message: WorkerMessage) => {
      this.#reports.settle(message.requestId, message.report)
    })
    worker.on('error', (error) => this.#logger.error({ err: error }, 'the digest worker ended with an error'))
    worker.on('exit', () => {
      this.#worker = undefined
      if (this.#isStopping) return
      this.#logger.error('the digest worker ended; restarting it')
      this.#metrics.countRestart('worker')
      setTimeout(() => this.#isStopping || this.#startWorker().catch(() => {}), restartMs)
    })
    await this.#ready
    // It may have its order to stop already, and would begin after that.
    if (this.#isStopping) return
    worker.postMessage({ type: 'start', connection: this.#connection } satisfies WorkerOrder)
  }

  async #stopWorker(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage({ type: 'stop' } satisfies WorkerOrder)
    await ended
  }

  async #startChildren(): Promise<void> {
    const port = await this.#bindPort()
    if (this.#isStopping) return port.release()
    this.#port = port
    const shards = Array.from({ length: this.#config.BUGLE_WORKERS }, (_, shard) => shard)
    await Promise.all(shards.map((shard) => this.#startChild(shard)))
  }

  async #bindPort(): Promise<BoundPort> {
    const { HOST, PORT } = this.#config
    try {
      // The port may be held by an ingest process whose supervisor was killed; it exits while the database starts.
      return await bindPort(HOST, PORT).catch(async () => {
        await this.#ready
        return bindPort(HOST, PORT)
      })
    } catch (error) {
      await this.#ready
      throw new StartRefused(describeListenError(error, this.#config))
    }
  }

  async #startChild(shard: number): Promise<void> {
    const shared = ['inherit', 'inherit', 'inherit', 'ipc'] as const
    const { descriptors } = this.#port!
    const notes = openNotes()
    const child = fork(entry('http-main'), {
      execArgv: [...heapOfIngest, ...process.execArgv],
      env: { UV_THREADPOOL_SIZE: threads, MALLOC_ARENA_MAX: '2', ...process.env },
      stdio: [...shared, ...descriptors, ...(notes === undefined ? [] : [notes])],
    })
    this.#children.add(child)
    const ended = new Promise<void>((resolve) => {
      child.once('exit', resolve)
      child.on('error', (error) => {
        this.#logger.error({ err: error, pid: child.pid }, 'an ingest process is unreachable')
        if (child.pid === undefined) resolve()
      })
    })
    void ended.then(() => {
      closeNotes(notes)
      this.#replace(child, shard)
    })
    const up = new Promise<void>((resolve) => {
      child.on('message', (message: ChildMessage) => message.type === 'up' && resolve())
    }).then(() => this.#up.add(child))
    await Promise.all([Promise.race([up, ended]), this.#ready])
    const listening = new Promise<void>((resolve, reject) => {
      child.on('message', (message: ChildMessage) => {
        if (message.type === 'listening') resolve()
        if (message.type === 'refused') reject(new StartRefused(message.reason))
      })
    })
    // A separate HTTP role may run on several machines, which share their limits.
    const isAlone = this.#role === 'all' && this.#config.BUGLE_WORKERS === 1
    const inherited = descriptors.map((_, index) => shared.length + index)
    sendToChild(child, {
      type: 'start',
      connection: this.#connection,
      shard,
      isAlone,
      descriptors: inherited,
      noteDescriptor: notes === undefined ? undefined : shared.length + descriptors.length,
    })
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'snapshot') this.#snapshots.settle(message.requestId, message.snapshot)
      if (message.type === 'gather') void this.#sendOtherMetrics(child, message.requestId)
    })
    await Promise.race([listening, ended])
    // One that ended before would never end the watch, and its notes are closed.
    if (this.#children.has(child)) this.#watch(child, notes)
  }

  /** Kills an ingest process whose event loop stands still; another one follows it. */
  #watch(child: Child, notes: number | undefined): void {
    const { BUGLE_STALL_LIMIT: limitMs } = this.#config
    if (limitMs === 0) return
    watchChild(child, {
      limitMs,
      notes,
      ask: () => sendToChild(child, { type: 'turn' }),
      onStalled: (request) => {
        if (this.#isStopping) return
        const { method, path, bytes } = request ?? {}
        this.#logger.error(
          { pid: child.pid, milliseconds: limitMs, method, path, bytes },
          request === undefined
            ? 'the event loop of an ingest process stood still; replacing it'
            : 'the event loop of an ingest process stood still after it had read this request; replacing it',
        )
        this.#metrics.countStall()
        child.kill('SIGKILL')
      },
    })
  }

  #replace(child: Child, shard: number): void {
    this.#children.delete(child)
    if (this.#isStopping) return
    this.#logger.error({ pid: child.pid }, 'an ingest process ended; starting another')
    this.#metrics.countRestart('http')
    setTimeout(() => {
      if (!this.#isStopping) this.#startChild(shard).catch(() => {})
    }, restartMs / 5)
  }

  /** Sends a process the metrics of all the others; processes that do not respond in time are left out. */
  async #sendOtherMetrics(asking: Child, requestId: number): Promise<void> {
    const others = [...this.#children].filter((child) => child !== asking && this.#up.has(child))
    const snapshots = await Promise.all([
      this.#metrics.snapshot(),
      this.#askWorker().then((report) => report?.snapshot),
      ...others.map((child) =>
        this.#snapshots.send((number) => sendToChild(child, { type: 'measure', requestId: number })),
      ),
    ])
    sendToChild(asking, {
      type: 'measured',
      requestId,
      snapshots: snapshots.filter((snapshot) => snapshot !== undefined),
    })
  }

  async #askWorker(): Promise<WorkerReport | undefined> {
    const worker = this.#worker
    if (worker === undefined) return undefined
    return this.#reports.send((requestId) => worker.postMessage({ type: 'measure', requestId } satisfies WorkerOrder))
  }

  /** Serves the state of a separate worker, which has no other port. */
  async #serveStatus(): Promise<StatusServer | undefined> {
    const { HOST, BUGLE_WORKER_PORT: port, BUGLE_METRICS_TOKEN: metricsToken } = this.#config
    if (port === undefined) return undefined
    try {
      return await serveStatus({
        host: HOST,
        port,
        metricsToken,
        isStopping: () => this.#isStopping,
        readReport: () => this.#askWorker(),
        measure: () => this.#metrics.snapshot(),
      })
    } catch (error) {
      throw new StartRefused(`BUGLE_WORKER_PORT: cannot listen on ${HOST}:${port}: ${(error as Error).message}.`)
    }
  }
}

/** Connections of digest, of this process and of commands, and those that PostgreSQL keeps for itself. */
const otherConnections = 51

/** Returns how many connections all processes may open at once: each ingest process has another that listens. */
function connectionsOf({ BUGLE_WORKERS, BUGLE_DATABASE_CONNECTIONS }: Config): number {
  return otherConnections + BUGLE_WORKERS * (BUGLE_DATABASE_CONNECTIONS + 1)
}

/**
 * Heap limits of ingest processes. The old generation is limited as on a machine with six gigabytes: on a larger one
 * Node lets more garbage accumulate, 60 MB more under load. The young generation is twice its usual size: data that
 * waits for the disk is copied half as often (docs/adr/0008). Limits in NODE_OPTIONS take precedence.
 */
const heapOfIngest = process.env.NODE_OPTIONS?.includes('-space-size')
  ? []
  : ['--max-old-space-size=1536', '--max-semi-space-size=32']

/**
 * The settings forbid the start, or a child cannot start, for example because its port is taken. The message is meant
 * for people.
 */
class StartRefused extends Error {}

/** Errors that explain in a sentence why the server cannot start; all others are bugs. */
const expected = [StartRefused, EmbeddedDatabaseError, DatabaseUnreachable, MigrationError]

function sendToChild(child: Child, order: ChildOrder): void {
  if (child.connected) child.send(order)
}

/** Returns a sibling entry point, as source or as built. */
function entry(name: string): URL {
  return new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
