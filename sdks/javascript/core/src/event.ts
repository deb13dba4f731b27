/** Severity, most severe first. */
export type Level = (typeof levels)[number]

export const levels = ['fatal', 'error', 'warning', 'info'] as const

/** Something that happened before an error. */
export interface Breadcrumb {
  /** What kind of thing, such as `http`, `ui.click` or `console`. */
  category: string
  message: string
  /** Epoch milliseconds. */
  ts: number
  data?: Record<string, unknown> | undefined
}

/** One as a program gives it. */
export interface NewBreadcrumb extends Pick<Breadcrumb, 'category' | 'message'> {
  /** Now, when left out. */
  ts?: number | undefined
  data?: object | undefined
}

/** One error of a chain of causes. */
export interface ExceptionPart {
  exception_type: string
  message: string
  stack: string | null
}

/** What stands in the source around the line of a frame; `file` and `line` as the stack prints them. */
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

/** The event as it goes over the wire, in the spelling of the wire (docs/ingest.md). */
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
  /** What caused it, outermost first, without the error itself. */
  exceptions?: ExceptionPart[] | undefined
  /** At most 50, for frames of the program's own code. */
  source_context?: SourceContext[]
  extra?: Record<string, unknown>
  /** JPEG, base64. */
  screenshot?: string | undefined
  fingerprint?: string[] | undefined
  debug_meta?: object | undefined
  /** How many equal errors it stands for. */
  repeat?: number | undefined
  /** Whom they happened to, and how often. */
  users?: { id: string; count: number }[] | undefined
  /** What this client could not report, by reason. */
  client_drops?: { reason: string; count: number }[] | undefined
  /** What was left out to get below 1 MB. */
  shrunk?: string[]
  sdk: { name: string; version: string }
}
