import {
  FeedbackPage,
  FeedbackQuery,
  Monitor,
  MonitorList,
  type MonitorView,
  PutMonitorBody,
  ReleaseHealth,
  ReleaseHealthQuery,
  toBoundId,
} from '@bugle/protocol'
import Type from 'typebox'
import { type Database, transaction } from '../../db/database.ts'
import { type App, boundIdOf, endpoint, listEndpoint, positionTime, positionUuid } from '../../http/index.ts'
import { dayMs } from '../../lib/time.ts'
import { Refusal } from '../../refusal.ts'
import { deleteFeedback, type FeedbackRecord, findFeedback } from './feedback-store.ts'
import {
  countMissed,
  deleteMonitor,
  findCheckIns,
  findMonitors,
  findStates,
  type ListedCheckIn,
  type MonitorRecord,
  type MonitorState,
} from './monitor-store.ts'
import { putMonitor } from './put-monitor.ts'
import { findReleaseHealth, type ReleaseHealthRow } from './session-store.ts'

export interface HealthDeps {
  db: Database
  now: () => Date
}

/** Check-ins shown of each monitor in the list, and of one alone. */
const shownCheckIns = { list: 30, alone: 100 }
const maxReleases = 100

/** Mounts what programs report beside their errors: sessions, check-ins and feedback. */
export function mountHealth(app: App, deps: HealthDeps): void {
  mountReleaseHealth(app, deps)
  mountMonitors(app, deps)
  mountFeedback(app, deps)
}

function mountReleaseHealth(app: App, { db, now }: HealthDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/release-health',
    summary: 'Get sessions and crash-free rates by release',
    description: 'By default of the last 14 days. `crash_free_sessions` is null without sessions.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: ReleaseHealthQuery,
    response: ReleaseHealth,
    handler: async ({ projectId, query }) => {
      const to = query.to === undefined ? now() : new Date(query.to)
      const from = query.from === undefined ? new Date(to.getTime() - 14 * dayMs) : new Date(query.from)
      const rows = await findReleaseHealth(db, projectId, { from, to, limit: maxReleases })
      return toReleaseHealth(from, to, rows)
    },
  })
}

function mountMonitors(app: App, { db, now }: HealthDeps): void {
  const viewsOf = async (projectId: number, monitors: MonitorRecord[], limit: number): Promise<MonitorView[]> => {
    const slugs = monitors.map(({ slug }) => slug)
    const [states, checkIns] = await Promise.all([findStates(db, projectId), findCheckIns(db, projectId, slugs, limit)])
    return monitors.map((monitor) => toMonitor(monitor, states, checkIns))
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/monitors',
    summary: 'List monitors of scheduled jobs',
    description: 'A monitor is made by its first check-in.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: MonitorList,
    handler: async ({ projectId }) => {
      const [monitors, missed] = await Promise.all([
        findMonitors(db, projectId),
        countMissed(db, projectId, new Date(now().getTime() - dayMs)),
      ])
      return { monitors: await viewsOf(projectId, monitors, shownCheckIns.list), missed_24h: missed }
    },
  })

  endpoint(app, {
    method: 'PUT',
    url: '/api/projects/:id/monitors/:slug',
    summary: 'Make a monitor before its first check-in, or change its schedule',
    description:
      'A check-in that brings a schedule of its own changes it again. The next check-in is expected by the new schedule.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    addsRecords: true,
    body: PutMonitorBody,
    response: Monitor,
    handler: async ({ projectId, params, body }) => {
      await putMonitor(db, { projectId, slug: params.slug, body, now: now() })
      const [monitor] = await viewsOf(projectId, await findMonitors(db, projectId, params.slug), shownCheckIns.alone)
      if (monitor === undefined) throw new Refusal('not_found')
      return { monitor }
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/monitors/:slug',
    summary: 'Get a monitor with its newest check-ins',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    response: Monitor,
    handler: async ({ projectId, params }) => {
      const [monitor] = await viewsOf(projectId, await findMonitors(db, projectId, params.slug), shownCheckIns.alone)
      if (monitor === undefined) throw new Refusal('not_found')
      return { monitor }
    },
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id/monitors/:slug',
    summary: 'Delete a monitor and its check-ins',
    description: 'The next check-in of its job makes it again.',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:write',
    handler: async ({ projectId, params }) => {
      const isDeleted = await transaction(db, (tx) => deleteMonitor(tx, projectId, params.slug))
      if (!isDeleted) throw new Refusal('not_found')
      return undefined
    },
  })
}

function mountFeedback(app: App, { db }: HealthDeps): void {
  listEndpoint(app, {
    url: '/api/projects/:id/feedback',
    summary: 'List feedback, newest first',
    tag: 'Projects',
    scope: 'issue:read',
    query: FeedbackQuery,
    response: FeedbackPage,
    position: Type.Object({ at: positionTime, id: positionUuid }),
    find: async ({ projectId, query }, { after, limit }) => {
      const issue = query.issue_id === undefined ? undefined : boundIdOf('iss', query.issue_id)
      if (issue !== undefined && issue.projectId !== projectId) throw new Refusal('not_found')
      return findFeedback(db, projectId, {
        after: after && { createdAt: new Date(after.at), id: after.id },
        limit,
        issueId: issue?.uuid,
      })
    },
    positionOf: ({ createdAt, id }) => ({ at: createdAt.getTime(), id }),
    show: (entries, { projectId }) => ({ feedback: entries.map((entry) => toFeedbackView(projectId, entry)) }),
  })

  endpoint(app, {
    method: 'DELETE',
    url: '/api/projects/:id/feedback/:feedback_id',
    summary: 'Delete feedback, with the address of its author',
    tag: 'Projects',
    access: 'caller',
    scope: 'issue:delete',
    handler: async ({ projectId, params }) => {
      const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(params.feedback_id)
      if (!isId || !(await deleteFeedback(db, projectId, params.feedback_id))) throw new Refusal('not_found')
      return undefined
    },
  })
}

function toReleaseHealth(from: Date, to: Date, rows: ReleaseHealthRow[]) {
  const all = new Map<string, number>()
  for (const { environment, started } of rows) all.set(environment, (all.get(environment) ?? 0) + started)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    releases: rows.map((row) => ({
      release: row.release,
      environment: row.environment,
      sessions: row.started,
      errored: row.errored,
      unhandled: row.unhandled,
      abnormal: row.abnormal,
      crashed: row.crashed,
      crash_free_sessions: shareWithout(row.crashed, row.started),
      users: row.users,
      crash_free_users: shareWithout(row.crashedUsers, row.users),
      adoption: all.get(row.environment) ? row.started / all.get(row.environment)! : null,
      first_seen_at: row.firstSeenAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
    })),
  }
}

/** A program may report the end of a session whose start was lost: then the share is not below zero. */
function shareWithout(bad: number, all: number): number | null {
  return all <= 0 ? null : Math.max(0, 1 - bad / all)
}

function toMonitor(
  { slug, name, schedule, timezone, marginMinutes, maxRuntimeMinutes }: MonitorRecord,
  states: readonly MonitorState[],
  checkIns: readonly ListedCheckIn[],
): MonitorView {
  return {
    slug,
    name,
    schedule,
    timezone,
    margin_minutes: marginMinutes,
    max_runtime_minutes: maxRuntimeMinutes,
    environments: states
      .filter((state) => state.slug === slug)
      .map((state) => ({
        environment: state.environment,
        status: state.status,
        last_status: state.lastStatus,
        last_check_in_at: state.lastCheckInAt?.toISOString() ?? null,
        next_due_at: state.nextDueAt?.toISOString() ?? null,
        failing_since: state.failingSince?.toISOString() ?? null,
      })),
    check_ins: checkIns
      .filter((checkIn) => checkIn.slug === slug)
      .map((checkIn) => ({
        id: checkIn.checkInId,
        environment: checkIn.environment,
        status: checkIn.status,
        started_at: checkIn.startedAt.toISOString(),
        duration_ms: checkIn.durationMs,
      })),
  }
}

function toFeedbackView(
  projectId: number,
  { id, message, name, email, url, createdAt, eventId, issueId }: FeedbackRecord,
) {
  return {
    id,
    message,
    name,
    email,
    url,
    created_at: createdAt.toISOString(),
    event_id: eventId === null ? null : toBoundId('evt', projectId, eventId),
    issue_id: issueId === null ? null : toBoundId('iss', projectId, issueId),
  }
}
