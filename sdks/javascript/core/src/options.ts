import type { Breadcrumb, BugleEvent, Scalar } from './event.ts'

/** What `init` takes. Four lines are enough: `token`, `endpoint`, `appId`, `release`. `undefined` is as good as left out. */
export interface Options {
  /** The project's ingest token, `bgl_live_…`. It can only send events, so it may stand in a page. */
  token: string
  /** Address of the Bugle server, such as `https://bugle.example.com`; `/ingest` is added unless it is there. */
  endpoint: string
  /** The bundle identifier pinned to the project, such as `com.example.shop`. */
  appId: string
  /** Which build runs, such as `shop@4.2.0`: for source maps and regressions. */
  release?: string | undefined
  /** Which variant of the release. */
  dist?: string | undefined
  /** `production` when left out. */
  environment?: string | undefined
  /** Tags of every event. */
  tags?: Record<string, Scalar> | undefined
  /** `false` turns everything off: nothing is hooked, nothing is sent. */
  enabled?: boolean | undefined
  /** Share of errors that is sent, 0…1. What is left out is counted as `sampled`. Default 1. */
  sampleRate?: number | undefined
  /** Errors whose `Type: message` holds one of these texts or matches are not sent. */
  ignoreErrors?: (string | RegExp)[] | undefined
  /**
   * Last look at an event: return it, changed or not, or null to drop it. When it throws, or returns no event, the event goes as
   * it was; so it does when the function is async, which the console says once.
   *
   * @example beforeSend: (event) => (event.message.includes('extension') ? null : event)
   */
  beforeSend?: ((event: BugleEvent, hint: { error: unknown }) => BugleEvent | null) | undefined
  /** Last look at a breadcrumb, in the same way; null drops it. */
  beforeBreadcrumb?: ((breadcrumb: Breadcrumb) => Breadcrumb | null) | undefined
  /** What to group by, instead of what Bugle would choose (`{{ default }}`). A function answers at once: an async one has no effect. */
  fingerprint?: string[] | ((event: BugleEvent) => string[] | undefined) | undefined
  /** Breadcrumbs kept for an event, at most 50. */
  maxBreadcrumbs?: number | undefined
  /** Events that wait to be sent, at most; default 100. */
  maxQueue?: number | undefined
  /** More key names whose values are never sent, beside those that look secret. */
  scrubKeys?: RegExp | undefined
  /**
   * Which fields of errors are sent beside the plain ones that say what failed (`code`, `status`, `syscall` …): those of these
   * names, or with `true` all, up to eight levels deep. They may hold requests, answers, rows.
   */
  errorFields?: boolean | string[] | undefined
  /** Says on the console what the client does. */
  debug?: boolean | undefined
}
