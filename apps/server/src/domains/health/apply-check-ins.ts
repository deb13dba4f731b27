import { randomUUID } from 'node:crypto'
import type { IngestEvent } from '@bugle/protocol'
import type { Tx } from '../../db/database.ts'
import { minuteMs } from '../../lib/time.ts'
import type { CheckInItem } from './health-item.ts'
import {
  endTimedOut,
  findMonitor,
  findRunning,
  lockState,
  type MonitorRecord,
  type MonitorState,
  putCheckIn,
  putMonitor,
  saveState,
} from './monitor-store.ts'
import { nextDue } from './schedule.ts'

/** Effects of a monitor on others: a failure is an event like any other, a recovery resolves its issue. */
export interface MonitorEffects {
  /** Appends an event in the same transaction. @returns its group, or undefined if the project takes none */
  report: (tx: Tx, projectId: number, event: Omit<IngestEvent, 'app_id'>) => Promise<string | undefined>
  resolve: (tx: Tx, projectId: number, groupId: string, now: Date) => Promise<void>
}

/** Applies a check-in: the first one of a slug makes the monitor. */
export async function applyCheckIn(tx: Tx, item: CheckInItem, effects: MonitorEffects): Promise<void> {
  const { projectId, slug, environment } = item
  const monitor = await putMonitor(tx, projectId, slug, item.config)
  if (monitor === undefined) return
  const state = await lockState(tx, projectId, slug, environment)
  if (state === undefined) return
  const at = new Date(item.at)
  const isRunning = item.status === 'in_progress'
  const checkInId = item.checkInId ?? (isRunning ? undefined : await findRunning(tx, state)) ?? randomUUID()
  await putCheckIn(tx, state, {
    checkInId,
    status: item.status,
    startedAt: item.durationMs === null ? at : new Date(item.at - item.durationMs),
    finishedAt: isRunning ? null : at,
    durationMs: item.durationMs,
    timesOutAt: isRunning ? new Date(item.at + monitor.maxRuntimeMinutes * minuteMs) : null,
  })
  const next = { ...state, lastStatus: item.status, lastCheckInAt: at, nextDueAt: dueAfter(monitor, at) }
  if (isRunning) return saveState(tx, next)
  if (item.status === 'error') return fail(tx, { monitor, state: next, how: 'error', at, effects })
  await succeed(tx, { monitor, state: next, at, effects })
}

/** Marks the overdue check-in of a monitor as missed, unless it has come meanwhile. */
export async function applyMissed(
  tx: Tx,
  { projectId, slug, environment }: Pick<MonitorState, 'projectId' | 'slug' | 'environment'>,
  now: Date,
  effects: MonitorEffects,
): Promise<void> {
  const monitor = await findMonitor(tx, projectId, slug)
  if (monitor === undefined) return
  const state = await lockState(tx, projectId, slug, environment)
  const due = state?.nextDueAt ?? null
  if (state === undefined || due === null || due.getTime() + monitor.marginMinutes * minuteMs >= now.getTime()) return
  await putCheckIn(tx, state, {
    checkInId: randomUUID(),
    status: 'missed',
    startedAt: due,
    finishedAt: now,
    durationMs: null,
    timesOutAt: null,
  })
  // After a long standstill of the worker the times in between are one failure, not hundreds.
  const next = { ...state, lastStatus: 'missed', nextDueAt: dueAfter(monitor, now) }
  await fail(tx, { monitor, state: next, how: 'missed', at: due, effects })
}

/** Ends a check-in that has been in progress for longer than its monitor allows. */
export async function applyTimedOut(
  tx: Tx,
  key: Pick<MonitorState, 'projectId' | 'slug' | 'environment'> & { checkInId: string },
  now: Date,
  effects: MonitorEffects,
): Promise<void> {
  const monitor = await findMonitor(tx, key.projectId, key.slug)
  const state = await lockState(tx, key.projectId, key.slug, key.environment)
  if (monitor === undefined || state === undefined || !(await endTimedOut(tx, key, key.checkInId, now))) return
  await fail(tx, { monitor, state: { ...state, lastStatus: 'timeout' }, how: 'timeout', at: now, effects })
}

function dueAfter({ schedule, timezone }: MonitorRecord, at: Date): Date | null {
  return schedule === null ? null : (nextDue(schedule, timezone, at) ?? null)
}

interface Change {
  monitor: MonitorRecord
  state: MonitorState
  at: Date
  effects: MonitorEffects
}

async function succeed(tx: Tx, { monitor, state, at, effects }: Change): Promise<void> {
  const successes = state.successes + 1
  const hasRecovered = state.status === 'failing' && successes >= monitor.recoveryThreshold
  if (hasRecovered && state.groupId !== null) await effects.resolve(tx, state.projectId, state.groupId, at)
  const isStillFailing = state.status === 'failing' && !hasRecovered
  await saveState(tx, {
    ...state,
    successes,
    failures: 0,
    status: isStillFailing ? 'failing' : 'ok',
    failingSince: isStillFailing ? state.failingSince : null,
  })
}

const sentences = {
  error: 'reported a failure',
  missed: 'did not start on time',
  timeout: 'did not finish in time',
}

async function fail(
  tx: Tx,
  { monitor, state, how, at, effects }: Change & { how: keyof typeof sentences },
): Promise<void> {
  const failures = state.failures + 1
  const isFailing = failures >= monitor.failureThreshold
  const next: MonitorState = {
    ...state,
    failures,
    successes: 0,
    status: isFailing ? 'failing' : state.status,
    failingSince: isFailing ? (state.failingSince ?? at) : state.failingSince,
  }
  if (isFailing) {
    const groupId = await effects.report(tx, state.projectId, eventOf(monitor, next, how, at))
    next.groupId = groupId ?? next.groupId
  }
  await saveState(tx, next)
}

function eventOf(
  { slug, schedule, timezone, marginMinutes, maxRuntimeMinutes }: MonitorRecord,
  { environment, failures }: MonitorState,
  how: keyof typeof sentences,
  at: Date,
): Omit<IngestEvent, 'app_id'> {
  return {
    exception_type: 'MonitorFailure',
    message: `${slug} ${sentences[how]}`,
    platform: 'other',
    level: 'error',
    environment,
    timestamp: at.getTime(),
    fingerprint: ['monitor', slug, environment],
    tags: { monitor: slug, 'monitor.status': how },
    contexts: {
      monitor: {
        slug,
        status: how,
        schedule: schedule ?? 'none',
        timezone,
        margin_minutes: marginMinutes,
        max_runtime_minutes: maxRuntimeMinutes,
        failures_in_a_row: failures,
      },
    },
  }
}
