import type { Breadcrumb, BugleEvent, Scalar } from './event.ts'

/** Options of `init`. Four suffice: `token`, `endpoint`, `appId`, `release`. `undefined` counts as omitted. */
export interface Options {
  /** The project's ingest token, `bgl_live_…`. It can only send events, so it may be public. */
  token: string
  /** URL of the Bugle server, such as `https://bugle.example.com`; `/ingest` is appended if missing. */
  endpoint: string
  /** The bundle identifier pinned to the project, such as `com.example.shop`. */
  appId: string
  /** The running build, such as `shop@4.2.0`, for source maps and regressions. */
  release?: string | undefined
  /** Variant of the release. */
  dist?: string | undefined
  /** Defaults to `production`. */
  environment?: string | undefined
  /** Tags of every event. */
  tags?: Record<string, Scalar> | undefined
  /** `false` turns everything off: nothing is hooked, nothing is sent. */
  enabled?: boolean | undefined
  /** Share of errors to send, 0…1. The others count as `sampled`. Default 1. */
  sampleRate?: number | undefined
  /** Drops errors whose `Type: message` contains one of these strings or matches one of these expressions. */
  ignoreErrors?: (string | RegExp)[] | undefined
  /**
   * Inspects each event before it is sent: return it, changed or not, or null to drop it. If the function throws,
   * returns something else or is async (the console warns once), the event is sent unchanged.
   *
   * @example beforeSend: (event) => (event.message.includes('extension') ? null : event)
   */
  beforeSend?: ((event: BugleEvent, hint: { error: unknown }) => BugleEvent | null) | undefined
  /** Inspects each breadcrumb in the same way; null drops it. */
  beforeBreadcrumb?: ((breadcrumb: Breadcrumb) => Breadcrumb | null) | undefined
  /**
   * Overrides grouping; `{{ default }}` stands for Bugle's own fingerprint. A function must be synchronous: an async
   * one has no effect.
   */
  fingerprint?: string[] | ((event: BugleEvent) => string[] | undefined) | undefined
  /** Breadcrumbs kept for an event, at most 50. */
  maxBreadcrumbs?: number | undefined
  /** Most events waiting to be sent; default 100. */
  maxQueue?: number | undefined
  /** Further key names whose values are never sent, beside those that look secret. */
  scrubKeys?: RegExp | undefined
  /**
   * Fields of errors to send beside the plain ones (`code`, `status`, `syscall` …): a list of names, or `true` for all,
   * up to eight levels deep. They may contain requests, responses and rows.
   */
  errorFields?: boolean | string[] | undefined
  /**
   * `false` sends no sessions. With a `release`, the crash-free rate of each release comes from them; without one none are
   * sent.
   */
  sessions?: boolean | undefined
  /** Logs the SDK's activity to the console. */
  debug?: boolean | undefined
}
