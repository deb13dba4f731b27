import { type HexId, limits, parseHexId, toUuid } from '@bugle/protocol'
import { oneLine, timeOf } from '@bugle/sentry-event'
import { dayMs } from '../../lib/time.ts'
import { userKeyOf } from '../counters/index.ts'
import { isSchedule } from './schedule.ts'

/** How a session ended or is going; the worst that was reported counts. */
export const worst = { healthy: 0, errored: 1, unhandled: 2, abnormal: 3, crashed: 4 } as const
export type Worst = (typeof worst)[keyof typeof worst]

interface Common {
  projectId: number
  /** Epoch milliseconds of its arrival. */
  at: number
  /** Recognizes it when it is sent again, where none of its own ids does. */
  key?: HexId | undefined
}

interface Program {
  release: string
  environment: string
}

export interface SessionItem extends Common, Program {
  kind: 'session'
  sessionId: string
  /** Key of the person or installation; never their text. */
  userKey: number | null
  isNew: boolean
  startedAt: number
  worst: Worst
}

export interface SessionSums extends Common, Program {
  kind: 'sessions'
  sums: {
    startedAt: number
    userKey: number | null
    exited: number
    errored: number
    crashed: number
    abnormal: number
    unhandled: number
  }[]
}

export interface CheckInItem extends Common {
  kind: 'check_in'
  /** Null: the newest that is in progress. */
  checkInId: string | null
  slug: string
  environment: string
  status: 'in_progress' | 'ok' | 'error'
  durationMs: number | null
  config: MonitorConfig | null
}

export interface MonitorConfig {
  schedule: string
  timezone: string
  marginMinutes: number
  maxRuntimeMinutes: number
  failureThreshold: number
  recoveryThreshold: number
}

export interface FeedbackItem extends Common {
  kind: 'feedback'
  clientEventId: string | null
  message: string
  name: string | null
  email: string | null
  url: string | null
}

/** Counts of what an SDK has dropped itself. */
export interface ClientReportItem extends Common {
  kind: 'client_report'
  counts: { reason: string; count: number }[]
}

/** A report of an SDK about the health of a program, beside its events. Nothing else of it is stored. */
export type HealthItem = LimitedItem | ClientReportItem
/** Those of which SDKs can be asked to send fewer. */
export type LimitedItem = SessionItem | SessionSums | CheckInItem | FeedbackItem

type Fields = Record<string, unknown>

const maxSums = 100

/** Reads an item of an envelope; undefined if it is malformed. */
export function readHealthItem(
  type: string,
  sent: Fields,
  common: Common & { clientId: string | undefined },
): LimitedItem | undefined {
  const { clientId, ...own } = common
  switch (type) {
    case 'session':
      return readSession(sent, own)
    case 'sessions':
      return readSums(sent, own)
    case 'check_in':
      return readCheckIn(sent, own)
    case 'feedback':
      return readFeedback(sent, common)
    case 'user_report':
      return toFeedback(
        { message: sent.comments, contact_email: sent.email, name: sent.name, associated_event_id: sent.event_id },
        { ...own, clientId },
      )
    default:
      return undefined
  }
}

function readSession(sent: Fields, common: Common): SessionItem | undefined {
  const sessionId = uuidOf(sent.sid)
  const startedAt = timeIn(sent.started, common.at)
  const program = programOf(sent.attrs)
  if (sessionId === undefined || startedAt === undefined || program === undefined) return undefined
  return {
    ...common,
    ...program,
    kind: 'session',
    sessionId,
    userKey: keyOf(sent.did),
    isNew: sent.init === true,
    startedAt,
    worst: worstOf(sent.status, sent.errors),
  }
}

function worstOf(status: unknown, errors: unknown): Worst {
  if (status === 'crashed') return worst.crashed
  if (status === 'abnormal') return worst.abnormal
  if (status === 'unhandled') return worst.unhandled
  return status === 'errored' || (typeof errors === 'number' && errors > 0) ? worst.errored : worst.healthy
}

function readSums(sent: Fields, common: Common): SessionSums | undefined {
  const program = programOf(sent.attrs)
  if (program === undefined || !Array.isArray(sent.aggregates)) return undefined
  const sums = (sent.aggregates as unknown[]).slice(0, maxSums).flatMap((one) => {
    const { started, did, exited, errored, crashed, abnormal, unhandled } = (one ?? {}) as Fields
    const startedAt = timeIn(started, common.at)
    if (startedAt === undefined) return []
    return {
      startedAt,
      userKey: keyOf(did),
      exited: countOf(exited),
      errored: countOf(errored),
      crashed: countOf(crashed),
      abnormal: countOf(abnormal),
      unhandled: countOf(unhandled),
    }
  })
  return { ...common, ...program, kind: 'sessions', sums }
}

/** A session counts for a release; without one it says nothing. */
function programOf(attrs: unknown): Program | undefined {
  const { release, environment } = (attrs ?? {}) as Fields
  const version = nameOf(release)
  if (version === undefined) return undefined
  return { release: version, environment: nameOf(environment) ?? 'production' }
}

const statuses: readonly unknown[] = ['in_progress', 'ok', 'error']

/** Reads a check-in, of an envelope or of the plain endpoint. */
export function readCheckIn(sent: Fields, common: Common): CheckInItem | undefined {
  const slug = slugOf(sent.monitor_slug)
  if (slug === undefined || !statuses.includes(sent.status)) return undefined
  const id = uuidOf(sent.check_in_id)
  const seconds = typeof sent.duration === 'number' && sent.duration >= 0 ? sent.duration : undefined
  return {
    ...common,
    kind: 'check_in',
    checkInId: id === undefined || /^[0-]+$/.test(id) ? null : id,
    slug,
    environment: nameOf(sent.environment) ?? 'production',
    status: sent.status as CheckInItem['status'],
    durationMs: seconds === undefined ? null : Math.min(Math.round(seconds * 1000), 1e12),
    config: configOf(sent.monitor_config),
  }
}

/** Names of monitors are part of addresses; other characters become hyphens, as Sentry's SDKs expect. */
export function slugOf(value: unknown): string | undefined {
  const slug = textOf(value, 200)
    ?.toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
    .slice(0, 50)
  return slug === '' ? undefined : slug
}

function configOf(value: unknown): MonitorConfig | null {
  const config = (value ?? {}) as Fields
  const timezone = textOf(config.timezone, 60) ?? 'UTC'
  const schedule = scheduleOf(config.schedule)
  if (schedule === undefined || !isSchedule(schedule, timezone)) return null
  const whole = (sent: unknown, fallback: number, most: number) =>
    Number.isSafeInteger(sent) && (sent as number) > 0 ? Math.min(sent as number, most) : fallback
  return {
    schedule,
    timezone,
    marginMinutes: whole(config.checkin_margin, 1, 40_320),
    maxRuntimeMinutes: whole(config.max_runtime, 30, 40_320),
    failureThreshold: whole(config.failure_issue_threshold, 1, 720),
    recoveryThreshold: whole(config.recovery_threshold, 1, 720),
  }
}

function scheduleOf(value: unknown): string | undefined {
  const { type, value: sent, unit } = (value ?? {}) as Fields
  if (type === 'crontab') return textOf(sent, 100)
  if (type !== 'interval' || !Number.isSafeInteger(sent) || typeof unit !== 'string') return undefined
  return `every ${sent} ${unit}${sent === 1 ? '' : 's'}`
}

function readFeedback(sent: Fields, common: Common & { clientId: string | undefined }): FeedbackItem | undefined {
  const { contexts } = sent as { contexts?: { feedback?: Fields | null } | null }
  const feedback = contexts?.feedback ?? undefined
  return feedback === undefined ? undefined : toFeedback(feedback, { ...common, clientId: undefined })
}

/** Makes feedback of its fields as SDKs name them. */
export function toFeedback(
  feedback: Fields,
  { clientId, ...common }: Common & { clientId: string | undefined },
): FeedbackItem | undefined {
  const message = textOf(feedback.message, 4096)
  if (message === undefined) return undefined
  return {
    ...common,
    kind: 'feedback',
    clientEventId: uuidOf(feedback.associated_event_id) ?? uuidOf(clientId) ?? null,
    message,
    name: textOf(feedback.name, 200) ?? null,
    email: textOf(feedback.contact_email, 254) ?? null,
    url: textOf(feedback.url, 2000) ?? null,
  }
}

function keyOf(did: unknown): number | null {
  return typeof did === 'string' || typeof did === 'number' ? userKeyOf(String(did).slice(0, 500)) : null
}

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? Math.min(value as number, 1e9) : 0
}

/** A time that is not in the future, and at most five days ago: further reports of a session are known as long. */
function timeIn(value: unknown, now: number): number | undefined {
  const time = timeOf(value)
  if (time === undefined) return undefined
  return Math.trunc(Math.min(now, Math.max(time, now - 5 * dayMs)))
}

function uuidOf(value: unknown): string | undefined {
  const hex = parseHexId(value)
  return hex === undefined ? undefined : toUuid(hex)
}

/** A release or an environment, which stand in one line. */
function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' ? textOf(oneLine(value), limits.shortText) : undefined
}

function textOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.slice(0, maxLength).toWellFormed().replaceAll('\0', '\uFFFD').trim()
  return text === '' ? undefined : text
}
