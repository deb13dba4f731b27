import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BucketState, InstallationState } from './installation-state.ts'

/** Metrics of one process, in a form that can be sent to another. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** The process that reports: its kind and, if there are several ingest processes, its number. */
interface Reporter {
  process: 'http' | 'worker' | 'supervisor'
  shard?: number
}

/** Gauges that prom-client names like counters. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/**
 * Creates a registry that labels every series with its process, so that those of several processes are shown side by
 * side.
 */
function registryOf({ process, shard }: Reporter): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process, ...(shard === undefined ? {} : { shard: String(shard) }) })
  return registry
}

function collectOfNode(registry: Registry): void {
  // The default of 10 ms wakes an idle process a hundred times a second, more than everything else that it does.
  collectDefaultMetrics({ register: registry, prefix: 'bugle_', eventLoopMonitoringPrecision: 500 })
  for (const name of misnamed) registry.removeSingleMetric(`bugle_${name}`)
}

/** Renders snapshots of several processes as one text for Prometheus. */
export function render(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics()
}

const responseBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface HttpMetrics {
  countIngest(status: number, milliseconds: number): void
  countApi(answer: { method: string; route: string; status: number; milliseconds: number }): void
  snapshot(): Promise<Snapshot>
}

/** Values read at each scrape. */
export interface HttpGauges {
  bytesInFlight: () => number
  /** The API's, and the one of ingest. */
  pools: { totalCount: number; idleCount: number; waitingCount: number }[]
}

/** Creates the metrics of an ingest process. */
export function createHttpMetrics(shard: number, { bytesInFlight, pools }: HttpGauges): HttpMetrics {
  const registry = registryOf({ process: 'http', shard })
  collectOfNode(registry)
  const registers = [registry]
  const answers = new Counter({
    name: 'bugle_ingest_responses_total',
    help: 'Responses of ingest by status.',
    labelNames: ['status'],
    registers,
  })
  const acknowledgements = new Histogram({
    name: 'bugle_ingest_ack_seconds',
    help: 'Time from the head of a request to its 202, which includes reading it and writing it to disk.',
    buckets: responseBuckets,
    registers,
  })
  const api = new Counter({
    name: 'bugle_api_requests_total',
    help: 'Responses of the API by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const apiSeconds = new Histogram({
    name: 'bugle_api_request_seconds',
    help: 'Response time of the API; streams are left out.',
    buckets: responseBuckets,
    registers,
  })
  new Gauge({
    name: 'bugle_ingest_bytes_in_flight',
    help: 'Bytes of bodies being received or waiting to be written; see BUGLE_INGEST_BYTES_IN_FLIGHT.',
    registers,
    collect() {
      this.set(bytesInFlight())
    },
  })
  new Gauge({
    name: 'bugle_database_connections',
    help: 'Database connections of this process by state; see BUGLE_DATABASE_CONNECTIONS.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set(
        { state: 'busy' },
        sum(pools, ({ totalCount, idleCount }) => totalCount - idleCount),
      )
      this.set(
        { state: 'idle' },
        sum(pools, ({ idleCount }) => idleCount),
      )
    },
  })
  new Gauge({
    name: 'bugle_database_waiting',
    help: 'Queries that wait for a free connection.',
    registers,
    collect() {
      this.set(sum(pools, ({ waitingCount }) => waitingCount))
    },
  })
  return {
    countIngest: (status, milliseconds) => {
      answers.inc({ status })
      if (status === 202) acknowledgements.observe(milliseconds / 1000)
    },
    countApi: ({ milliseconds, ...labels }) => {
      api.inc(labels)
      apiSeconds.observe(milliseconds / 1000)
    },
    snapshot: () => registry.getMetricsAsJSON(),
  }
}

/** Creates the metrics of the installation, the same in whichever process. With several buckets, each has series of its own. */
export async function installationSnapshot(found: InstallationState | undefined): Promise<Snapshot> {
  const registers = [new Registry()]
  const gauge = (name: string, help: string, value: number | undefined) => {
    if (value !== undefined) new Gauge({ name, help, registers }).set(value)
  }
  gauge('bugle_database_up', 'Whether the database responds.', found === undefined ? 0 : 1)
  if (found === undefined) return registers[0]!.getMetricsAsJSON()
  const { buckets, away, disk, objects } = found
  const hasSeveral = buckets.length + away.length > 1
  const bucketLabel = hasSeveral ? ['bucket'] : []
  const labelsOf = (name: string): Record<string, string> => (hasSeveral ? { bucket: name } : {})
  const eachBucket = (name: string, help: string, read: (bucket: BucketState) => number | undefined) => {
    const values = buckets.flatMap((bucket) => {
      const value = read(bucket)
      return value === undefined ? [] : [{ labels: labelsOf(bucket.name), value }]
    })
    if (values.length === 0) return
    const one = new Gauge({ name, help, registers, labelNames: bucketLabel })
    for (const { labels, value } of values) one.set(labels, value)
  }
  if (hasSeveral) {
    const up = new Gauge({ name: 'bugle_bucket_up', help: bucketUp, registers, labelNames: bucketLabel })
    for (const { name } of buckets) up.set({ bucket: name }, 1)
    for (const name of away) up.set({ bucket: name }, 0)
  }
  eachBucket('bugle_queue_segments', 'Segments that wait for digest.', ({ queue }) => queue.segments)
  eachBucket(
    'bugle_queue_oldest_seconds',
    'How long the oldest segment has waited.',
    ({ queue }) => queue.oldestSeconds,
  )
  eachBucket('bugle_digest_failing', 'Whether digest keeps retrying the same segments.', ({ digest }) =>
    digest === 'failing' ? 1 : 0,
  )
  gauge('bugle_objects_up', 'Whether the object store responds.', objects && (objects === 'ok' ? 1 : 0))
  eachBucket('bugle_jobs', 'Jobs, such as mails, that are not finished.', ({ jobs }) => jobs.jobs)
  eachBucket('bugle_jobs_oldest_seconds', 'Age of the oldest job.', ({ jobs }) => jobs.oldestSeconds)
  eachBucket(
    'bugle_storage_budget_bytes',
    'Disk space that events may take; see BUGLE_MAX_DISK.',
    (bucket) => bucket.disk.budgetBytes,
  )
  eachBucket(
    'bugle_storage_used_bytes',
    'Disk space that events take, as last measured.',
    (bucket) => bucket.disk.usedBytes,
  )
  eachBucket(
    'bugle_storage_has_room',
    'Whether ingest accepts events: 0 while it responds with storage_full.',
    (bucket) => (bucket.disk.hasRoom ? 1 : 0),
  )
  eachBucket(
    'bugle_artifact_budget_bytes',
    'Disk space that artifacts may take.',
    ({ artifacts }) => artifacts.budgetBytes,
  )
  eachBucket('bugle_artifact_used_bytes', 'Disk space that artifacts take.', ({ artifacts }) => artifacts.usedBytes)
  const labelled = { registers, labelNames: [...bucketLabel, 'budget'] }
  const most = new Gauge({
    ...labelled,
    name: 'bugle_budget_bytes',
    help: 'Disk space of each part of BUGLE_MAX_DISK.',
  })
  const used = new Gauge({ ...labelled, name: 'bugle_budget_used_bytes', help: 'Disk space used of each part.' })
  for (const { name, budgets } of buckets)
    for (const { budget, usedBytes, maxBytes } of budgets) {
      most.set({ ...labelsOf(name), budget }, maxBytes)
      used.set({ ...labelsOf(name), budget }, usedBytes)
    }
  gauge('bugle_disk_free_bytes', 'Free space on the disk of the embedded database.', disk.freeBytes)
  return registers[0]!.getMetricsAsJSON()
}

const bucketUp = 'Whether the server of a bucket responds.'

export interface WorkerMetrics {
  countDigest(result: { events: number; newIssues: readonly unknown[] }, milliseconds: number): void
  countMaintenance(done: { packedEvents: number; evictedPacks: number; erasedProjects: number }): void
  countMail(result: 'sent' | 'failed'): void
  countPush(result: 'sent' | 'gone' | 'failed'): void
  countJobGivenUp(kind: string): void
  countFailedRound(of: 'digest' | 'maintenance'): void
  snapshot(): Promise<Snapshot>
}

/** Creates the metrics of the digest worker. */
export function createWorkerMetrics(): WorkerMetrics {
  const registry = registryOf({ process: 'worker' })
  const registers = [registry]
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
  const events = counter('bugle_digested_events_total', 'Events digested by this worker since it started.')
  const issues = counter('bugle_new_issues_total', 'Issues created.')
  const packed = counter('bugle_packed_events_total', 'Events packed.')
  const evicted = counter('bugle_evicted_packs_total', 'Packs evicted.')
  const mails = counter('bugle_mails_total', 'Attempts to hand over a mail, by result.', 'result')
  const pushes = counter('bugle_pushes_total', 'Attempts to send a push message, by result.', 'result')
  const givenUp = counter('bugle_jobs_given_up_total', 'Jobs that failed for good, by kind.', 'kind')
  const failed = counter('bugle_failed_rounds_total', 'Rounds of background work that failed and are retried.', 'of')
  const batches = new Histogram({
    name: 'bugle_digest_batch_seconds',
    help: 'Duration of a digest batch.',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers,
  })
  return {
    countDigest: (result, milliseconds) => {
      events.inc(result.events)
      issues.inc(result.newIssues.length)
      batches.observe(milliseconds / 1000)
    },
    countMaintenance: ({ packedEvents, evictedPacks }) => {
      packed.inc(packedEvents)
      evicted.inc(evictedPacks)
    },
    countMail: (result) => mails.inc({ result }),
    countPush: (result) => pushes.inc({ result }),
    countJobGivenUp: (kind) => givenUp.inc({ kind }),
    countFailedRound: (of) => failed.inc({ of }),
    snapshot: () => registry.getMetricsAsJSON(),
  }
}

export interface SupervisorMetrics {
  countRestart(of: 'http' | 'worker' | 'database'): void
  countStall(): void
  snapshot(): Promise<Snapshot>
}

/** Creates the metrics of the supervisor. */
export function createSupervisorMetrics(version: string): SupervisorMetrics {
  const registry = registryOf({ process: 'supervisor' })
  const registers = [registry]
  const restarts = new Counter({
    name: 'bugle_restarts_total',
    help: 'Processes that ended unexpectedly and were restarted.',
    labelNames: ['of'],
    registers,
  })
  for (const of of ['http', 'worker', 'database']) restarts.inc({ of }, 0)
  const stalls = new Counter({
    name: 'bugle_stalls_total',
    help: 'Ingest processes replaced because their event loop stood still.',
    registers,
  })
  new Gauge({
    name: 'bugle_build_info',
    help: 'Version of the running build; the value is always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  return {
    countRestart: (of) => restarts.inc({ of }),
    countStall: () => stalls.inc(),
    snapshot: () => registry.getMetricsAsJSON(),
  }
}

function sum<T>(items: T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
