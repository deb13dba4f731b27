import { Outcomes, OutcomesQuery, Stats, StatsQuery } from '@bugle/protocol'
import Type from 'typebox'
import { type App, endpoint } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { findOutcomes } from '../outcomes/index.ts'
import type { EventDeps } from './event-deps.ts'
import { readIssueStatsIn, readProjectStatsIn } from './read-stats.ts'
import { toOutcomes, windowOf } from './stats.ts'
import { isTimeZone, type StatsWindow } from './stats-store.ts'

/** Mounts the routes that count events over time, stored or not. */
export function mountStatsRoutes(app: App, deps: EventDeps): void {
  const { db } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/stats',
    summary: 'Count the events of an issue over time',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: Type.Omit(StatsQuery, ['by']),
    response: Stats,
    handler: async ({ caller, params, query }) =>
      readIssueStatsIn(db, await deps.getIssue(caller, params.id), await checkedWindow(deps, query)),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/stats',
    summary: 'Count the events of a project over time',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: StatsQuery,
    response: Stats,
    handler: async ({ projectId, query }) =>
      readProjectStatsIn(db, projectId, await checkedWindow(deps, query), query.by ?? 'all'),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/outcomes',
    summary: 'Count events that were not stored, by reason and hour',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: OutcomesQuery,
    response: Outcomes,
    handler: async ({ projectId, query }) => {
      const { from, to } = windowOf(query, deps.now())
      return toOutcomes(from, to, await findOutcomes(db, projectId, from, to))
    },
  })
}

async function checkedWindow({ db, now }: EventDeps, query: StatsQuery): Promise<StatsWindow> {
  if (query.tz !== undefined && !(await isTimeZone(db, query.tz)))
    throw new Refusal('invalid_parameter', { errors: { tz: ['is no time zone'] } })
  return windowOf(query, now())
}
