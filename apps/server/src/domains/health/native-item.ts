import {
  epochMsOf,
  type IngestCheckIn,
  type IngestFeedback,
  type SessionCount,
  type SessionReport,
} from '@bugle/protocol'
import { Refusal } from '../../refusal.ts'
import {
  type CheckInItem,
  type Common,
  type FeedbackItem,
  type MonitorConfig,
  type Program,
  type SessionItem,
  type SessionSums,
  type Worst,
  worst,
} from './health-item.ts'
import { nameOf, slugOf, startOf, textOf, userKeyOfText, uuidOf } from './item-fields.ts'
import { isSchedule } from './schedule.ts'

/** The program whose sessions a request reports, and by how many milliseconds its clock is behind. */
export interface SessionSender extends Common {
  release: string
  environment: string | null | undefined
  shiftMs: number
}

/** Makes an item of a report of one session. @throws Refusal invalid_payload */
export function toSessionItem(report: SessionReport, sender: SessionSender): SessionItem {
  return {
    ...commonOf(sender),
    ...programOf(sender),
    kind: 'session',
    sessionId: uuidOf(report.id)!,
    userKey: userKeyOfText(report.user_id ?? undefined),
    // Whatever report comes first counts its start.
    isNew: true,
    startedAt: startedAt(report.started_at, sender),
    worst: worstOf(report),
  }
}

function worstOf({ status, errors }: SessionReport): Worst {
  if (status === 'crashed' || status === 'abnormal' || status === 'unhandled') return worst[status]
  return status === 'errored' || (errors ?? 0) > 0 ? worst.errored : worst.healthy
}

/** Makes an item of a sum of sessions. @throws Refusal invalid_payload */
export function toSessionSums(count: SessionCount, sender: SessionSender): SessionSums {
  const { exited, errored, crashed, abnormal, unhandled } = count
  const sum = {
    startedAt: startedAt(count.started_at, sender),
    userKey: null,
    exited: exited ?? 0,
    errored: errored ?? 0,
    crashed: crashed ?? 0,
    abnormal: abnormal ?? 0,
    unhandled: unhandled ?? 0,
  }
  return { ...commonOf(sender), ...programOf(sender), kind: 'sessions', sums: [sum] }
}

function commonOf({ projectId, at, key }: Common): Common {
  return { projectId, at, key }
}

function programOf({ release, environment }: SessionSender): Program {
  const version = nameOf(release)
  if (version === undefined) throw wrong('release', 'must not be empty')
  return { release: version, environment: nameOf(environment) ?? 'production' }
}

function startedAt(sent: string | number, { at, shiftMs }: SessionSender): number {
  const given = typeof sent === 'number' ? (epochMsOf(sent) ?? sent) : Date.parse(sent)
  if (!Number.isFinite(given)) throw wrong('started_at', 'must be a date')
  return startOf(given + shiftMs, at)!
}

/** Makes an item of a check-in. @throws Refusal invalid_payload */
export function toCheckInItem(sent: IngestCheckIn, common: Common): CheckInItem {
  const slug = slugOf(sent.monitor)
  if (slug === undefined) throw wrong('monitor', 'must have a letter or a digit')
  const { duration_ms: durationMs } = sent
  return {
    ...common,
    kind: 'check_in',
    checkInId: uuidOf(sent.check_in_id) ?? null,
    slug,
    environment: nameOf(sent.environment) ?? 'production',
    status: sent.status,
    durationMs: durationMs == null ? null : Math.min(Math.round(durationMs), 1e12),
    config: configOf(sent),
  }
}

function configOf(sent: IngestCheckIn): MonitorConfig | null {
  const { schedule, margin_minutes, max_runtime_minutes, failure_threshold, recovery_threshold } = sent
  if (schedule == null) return null
  const timezone = sent.timezone ?? 'UTC'
  if (!isSchedule('* * * * *', timezone)) throw wrong('timezone', 'is not known')
  if (!isSchedule(schedule, timezone)) throw wrong('schedule', 'must be a crontab of five parts, or every 5 minutes')
  return {
    schedule,
    timezone,
    marginMinutes: margin_minutes ?? 1,
    maxRuntimeMinutes: max_runtime_minutes ?? 30,
    failureThreshold: failure_threshold ?? 1,
    recoveryThreshold: recovery_threshold ?? 1,
  }
}

/**
 * Makes an item of feedback.
 *
 * @param ids uuids of the feedback, and of the event it is about
 * @throws Refusal invalid_payload
 */
export function toFeedbackItem(
  sent: IngestFeedback,
  { id, eventId }: { id: string; eventId: string | undefined },
  common: Common,
): FeedbackItem {
  const message = textOf(sent.message, sent.message.length)
  if (message === undefined) throw wrong('message', 'must not be empty')
  return {
    ...common,
    kind: 'feedback',
    id,
    clientEventId: eventId ?? null,
    message,
    name: textOf(sent.name, 200) ?? null,
    email: textOf(sent.email, 254) ?? null,
    url: textOf(sent.url, 2000) ?? null,
  }
}

function wrong(field: string, problem: string): Refusal {
  return new Refusal('invalid_payload', { errors: { [field]: [problem] } })
}
