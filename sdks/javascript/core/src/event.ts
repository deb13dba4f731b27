/** Severity, most severe first. */
export type Level = (typeof levels)[number]

export const levels = ['fatal', 'error', 'warning', 'info'] as const

/** Something that happened before an error. */
export interface Breadcrumb {
  /** Kind of breadcrumb, such as `http`, `ui.click` or `console`. */
  category: string
  message: string
  /** Epoch milliseconds. */
  ts: number
  data?: Record<string, unknown> | undefined
}

/** A breadcrumb as the program passes it. */
export interface NewBreadcrumb extends Pick<Breadcrumb, 'category' | 'message'> {
  /** Defaults to now. */
  ts?: number | undefined
  data?: object | undefined
}

/** One error in a chain of causes. */
export interface ExceptionPart {
  exception_type: string
  message: string
  stack: string | null
  /** The group that it is a member of: 0 is the event itself, n the nth of `exceptions`. Others are causes. */
  parent?: number | undefined
}

/** Source code around a frame's line; `file` and `line` as the stack prints them. */
export interface SourceContext {
  file: string
  line: number
  /** At most five lines. */
  pre_context: string[]
  context_line: string
  /** At most five lines. */
  post_context: string[]
}

export type Scalar = string | number | boolean | null

/** The event on the wire, in the wire's spelling (docs/ingest.md). */
export interface BugleEvent extends ExceptionPart {
  event_id: string
  /** ISO 8601. */
  timestamp: string
  platform: 'ios' | 'android' | 'web' | 'node' | 'other'
  app_id: string
  level: Level
  release?: string | undefined
  dist?: string | undefined
  environment?: string | undefined
  tags?: Record<string, Scalar> | undefined
  user?: { id: string } | undefined
  contexts?: Record<string, unknown>
  mechanism: { type: string; handled: boolean }
  breadcrumbs?: Breadcrumb[] | undefined
  /** The causes, outermost first, without the error itself. */
  exceptions?: ExceptionPart[] | undefined
  /** At most 50, for frames of the program's own code. */
  source_context?: SourceContext[]
  extra?: Record<string, unknown>
  /** JPEG, base64. */
  screenshot?: string | undefined
  fingerprint?: string[] | undefined
  debug_meta?: object | undefined
  /** How many equal errors this event stands for. */
  repeat?: number | undefined
  /** Affected users and their counts. */
  users?: { id: string; count: number }[] | undefined
  /** Events this SDK could not report, by reason. */
  client_drops?: { reason: string; count: number }[] | undefined
  /** Parts removed to stay below 1 MB. */
  shrunk?: string[]
  sdk: { name: string; version: string }
}
