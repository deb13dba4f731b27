import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface HttpMetrics {
  countIngest(status: number): void
  /** From here on the bytes that ingest holds are asked for whenever somebody looks. */
  watchIngest(bytesInFlight: () => number): void
  setQueue(state: { segments: number; oldestSeconds: number }): void
  setJobs(state: { jobs: number; oldestSeconds: number }): void
  /** Metrics of the digest worker, as text. */
  setWorker(text: string): void
  text(): Promise<string>
}

/** Metrics of an ingest process, with the worker's beside them. */
export function createHttpMetrics(): HttpMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'bugle_http_' })
  const answers = new Counter({
    name: 'bugle_ingest_answers_total',
    help: 'Answers of ingest by status.',
    labelNames: ['status'],
    registers: [registry],
  })
  const queued = new Gauge({
    name: 'bugle_queue_segments',
    help: 'Segments that wait for digest.',
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'bugle_queue_oldest_seconds',
    help: 'How long the oldest segment has waited.',
    registers: [registry],
  })
  const jobs = new Gauge({
    name: 'bugle_jobs',
    help: 'Jobs, such as mails, that are not done yet.',
    registers: [registry],
  })
  const oldestJob = new Gauge({
    name: 'bugle_jobs_oldest_seconds',
    help: 'How long the oldest job has been there.',
    registers: [registry],
  })
  let worker = ''
  return {
    countIngest: (status) => answers.inc({ status }),
    watchIngest: (bytesInFlight) => {
      new Gauge({
        name: 'bugle_ingest_bytes_in_flight',
        help: 'Bytes of bodies that are being received or wait to be written; see BUGLE_INGEST_BYTES_IN_FLIGHT.',
        registers: [registry],
        collect() {
          this.set(bytesInFlight())
        },
      })
    },
    setQueue: ({ segments, oldestSeconds }) => {
      queued.set(segments)
      oldest.set(oldestSeconds)
    },
    setJobs: (state) => {
      jobs.set(state.jobs)
      oldestJob.set(state.oldestSeconds)
    },
    setWorker: (text) => {
      worker = text
    },
    text: async () => `${await registry.metrics()}${worker}`,
  }
}

export interface WorkerMetrics {
  countDigest(result: { events: number; newIssues: readonly unknown[] }, milliseconds: number): void
  countMaintenance(done: { packedEvents: number; evictedPacks: number; erasedProjects: number }): void
  text(): Promise<string>
}

/** Metrics of the digest worker. */
export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry()
  const events = new Counter({
    name: 'bugle_digested_events_total',
    help: 'Events digested by this worker since it started.',
    registers: [registry],
  })
  const issues = new Counter({ name: 'bugle_new_issues_total', help: 'Issues made.', registers: [registry] })
  const packed = new Counter({ name: 'bugle_packed_events_total', help: 'Events packed.', registers: [registry] })
  const evicted = new Counter({ name: 'bugle_evicted_packs_total', help: 'Packs evicted.', registers: [registry] })
  const batches = new Histogram({
    name: 'bugle_digest_batch_seconds',
    help: 'Time of a digest batch.',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [registry],
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
    text: () => registry.metrics(),
  }
}
