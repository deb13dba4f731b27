// Messages between the bench and its load generator.

/** Distribution of requests over time. */
export type Shape =
  /** Every connection sends its next request after a response: finds the capacity. */
  | { kind: 'closed'; connections: number; seconds: number }
  /**
   * Requests are due at a fixed rate whatever the server does; latency counts from the due time. A request that waits
   * longer than `giveUpMs` for a connection is never sent.
   */
  | { kind: 'open'; rate: number; seconds: number; connections: number; giveUpMs: number }

export interface LoadOrder {
  port: number
  /** Ingest token of each project; a multiple of the workload's projects. */
  tokens: string[]
  shape: Shape
  /** Every n-th acknowledged event is reported during the load; 0: none. */
  sampleEvery: number
  /** Events are spread evenly over this many past days; 0: now. */
  daysBack: number
  /** Whether each release has most of its events in a part of these days, instead of over all of them. */
  releasesInTurn: boolean
}

/** An acknowledged event. */
export interface Sample {
  eventId: string
  /** Epoch milliseconds, with fraction, when the request was written. */
  sentAt: number
}

export interface Latency {
  p50: number
  p95: number
  p99: number
  max: number
}

export interface LoadResult {
  seconds: number
  sent: number
  acknowledged: number
  /** Refusals by status. */
  refused: Record<number, number>
  /** Other 5xx, timeouts and cut connections, whose outcome is unknown. */
  unanswered: number
  gaveUp: number
  /** Milliseconds from due (open) or sent (closed) to the acknowledgement. */
  latency: Latency
  /** Milliseconds from due to written: the generator's own delay, included in the latency. */
  lag: Latency
  /** CPU time of the load generator, microseconds. */
  cpu: number
}

export type ToLoad = { type: 'run'; order: LoadOrder }
export type FromLoad =
  | { type: 'ready' }
  | { type: 'sample'; sample: Sample }
  | { type: 'done'; result: LoadResult }
  | { type: 'failed'; message: string }

/** The usual quantiles of unsorted values; zeros if there are none. */
export function latencyOf(values: number[]): Latency {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}
