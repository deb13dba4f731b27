import { timeOf } from '@bugle/sentry-event'
import {
  type CheckInItem,
  type Common,
  type FeedbackItem,
  type LimitedItem,
  type MonitorConfig,
  type Program,
  type SessionItem,
  type SessionSums,
  type Worst,
  worst,
} from './health-item.ts'
import { nameOf, slugOf, startOf, textOf, userKeyOfText, uuidOf } from './item-fields.ts'
import { isSchedule } from './schedule.ts'

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
  const startedAt = startOf(timeOf(sent.started), common.at)
  const program = programOf(sent.attrs)
  if (sessionId === undefined || startedAt === undefined || program === undefined) return undefined
  return {
    ...common,
    ...program,
    kind: 'session',
    sessionId,
    userKey: userKeyOfText(sent.did),
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
    const startedAt = startOf(timeOf(started), common.at)
    if (startedAt === undefined) return []
    return {
      startedAt,
      userKey: userKeyOfText(did),
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

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? Math.min(value as number, 1e9) : 0
}
