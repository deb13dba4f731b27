import {
  EventListQuery,
  EventPage,
  EventQuery,
  type EventResponse,
  EventResponse as EventResponseSchema,
  Outcomes,
  OutcomesQuery,
  PageQuery,
  ReleasePage,
  Stats,
  StatsQuery,
  toBoundId,
} from '@bugle/protocol'
import type pg from 'pg'
import Type from 'typebox'
import {
  type App,
  type Authorize,
  boundIdOf,
  type Caller,
  cursorOf,
  endpoint,
  pageFrom,
  pageLimit,
  positionNumber,
  positionTime,
  positionUuid,
} from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { findIssue, type IssueRecord } from '../issues/index.ts'
import { findOutcomes } from '../outcomes/index.ts'
import { awaitDigest } from '../pipeline/index.ts'
import { DamagedBody, findBody, findScreenshot, readRaw } from '../storage/index.ts'
import { type EventFilter, toEventFilter } from './event-filter.ts'
import { countNewer, type EventPosition, type EventRecord, findEvent, findEventsOfIssue } from './event-read-store.ts'
import { type EventPayload, toEventView, toSummary } from './event-view.ts'
import { findMatchingEvents } from './find-matching-events.ts'
import { toOutcomes, toStats, windowOf } from './stats.ts'
import {
  findBuckets,
  findIssueStats,
  findProjectStats,
  findReleases,
  findReleasesIn,
  isTimeZone,
  type StatsWindow,
} from './stats-store.ts'

export interface EventDeps {
  pool: pg.Pool
  authorize: Authorize
  /** @throws Refusal `not_found` */
  getIssue: (caller: Caller, id: string) => Promise<IssueRecord>
}

/** Beyond this many newer events a place is not counted out. */
const maxPosition = 1000

const eventCursor = cursorOf(Type.Object({ at: positionTime, id: positionUuid }))
const releaseCursor = cursorOf(Type.Object({ id: positionNumber }))

export function mountEventRoutes(app: App, deps: EventDeps): void {
  const { pool } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/events/:id',
    summary: 'Get an event',
    description: 'With `raw=1` the payload instead, byte for byte as it was sent.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: EventQuery,
    refusals: ['payload_unavailable'],
    response: Type.Union([
      EventResponseSchema,
      Type.Record(Type.String(), Type.Unknown(), { description: 'With `raw=1`.' }),
    ]),
    handler: async ({ caller, params, query, reply }) => {
      const filter = toEventFilter(query.query)
      const event = await getEvent(deps, caller, params.id)
      reply.type('application/json; charset=utf-8').serializer((text: string) => text)
      if (query.raw === '1') return reply.send(await rawOf(pool, event))
      return reply.send(JSON.stringify(await answerFor(pool, event, filter)))
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/events/:id/screenshot',
    summary: 'Get the screenshot of an event',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: Type.String({ description: 'The JPEG.' }),
    produces: 'image/jpeg',
    handler: async ({ caller, params, reply }) => {
      const picture = await findScreenshot(pool, await getEvent(deps, caller, params.id))
      if (picture === undefined) throw new Refusal('not_found')
      return reply
        .type('image/jpeg')
        .header('content-disposition', 'inline; filename="screenshot.jpg"')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .serializer((bytes: Buffer) => bytes as unknown as string)
        .send(picture)
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/events',
    summary: 'List the events of an issue, newest first',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: EventListQuery,
    response: EventPage,
    handler: async ({ caller, params, query }) => {
      const filter = toEventFilter(query.query)
      const issue = await deps.getIssue(caller, params.id)
      const limit = pageLimit(query)
      const after = eventCursor.read(query.cursor)
      const stretch = {
        from: after && { occurredAt: new Date(after.at), eventId: after.id },
        towards: 'older' as const,
        limit: limit + 1,
      }
      const { events: rows, end } =
        filter === undefined
          ? { events: await findEventsOfIssue(pool, issue, stretch), end: undefined }
          : await findMatchingEvents(pool, issue, stretch, filter)
      const { entries, next_cursor } = pageFrom(rows, limit, cursorTo)
      return { events: entries.map(toSummary), next_cursor: next_cursor ?? (end ? cursorTo(end) : null) }
    },
  })

  for (const [which, towards] of [
    ['latest', 'older'],
    ['oldest', 'newer'],
  ] as const) {
    endpoint(app, {
      method: 'GET',
      url: `/api/issues/:id/events/${which}`,
      summary: `Get the ${which} event of an issue`,
      tag: 'Issues',
      access: 'caller',
      scope: 'issue:read',
      response: EventResponseSchema,
      handler: async ({ caller, params }) => {
        const issue = await deps.getIssue(caller, params.id)
        const [event] = await findEventsOfIssue(pool, issue, { from: undefined, towards, limit: 1 })
        if (event === undefined) throw new Refusal('not_found')
        return answerFor(pool, event)
      },
    })
  }

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/stats',
    summary: 'Count an issue’s events over time',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    query: Type.Omit(StatsQuery, ['by']),
    response: Stats,
    handler: async ({ caller, params, query }) =>
      issueStats(pool, await deps.getIssue(caller, params.id), await checkedWindow(pool, query)),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/stats',
    summary: 'Count a project’s events over time',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: StatsQuery,
    response: Stats,
    handler: async ({ projectId, query }) => {
      const window = await checkedWindow(pool, query)
      const by = query.by ?? 'all'
      const [buckets, rows, releases] = await Promise.all([
        findBuckets(pool, window),
        findProjectStats(pool, projectId, window, by),
        releasesIn(pool, projectId, window),
      ])
      return toStats(window, buckets, rows, by, releases)
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/outcomes',
    summary: 'What was refused, per reason and hour',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: OutcomesQuery,
    response: Outcomes,
    handler: async ({ projectId, query }) => {
      const { from, to } = windowOf(query, Date.now())
      return toOutcomes(from, to, await findOutcomes(pool, projectId, from, to))
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/releases',
    summary: 'List the releases that events named, newest first',
    tag: 'Projects',
    access: 'caller',
    scope: 'project:read',
    query: PageQuery,
    response: ReleasePage,
    handler: async ({ projectId, query }) => {
      const limit = pageLimit(query)
      const before = releaseCursor.read(query.cursor)?.id
      const rows = await findReleases(pool, projectId, { before, limit: limit + 1 })
      const { entries, next_cursor } = pageFrom(rows, limit, ({ id }) => releaseCursor.write({ id }))
      const releases = entries.map(({ version, first_seen_at, last_seen_at, count }) => ({
        version,
        first_seen: first_seen_at.toISOString(),
        last_seen: last_seen_at?.toISOString() ?? null,
        count,
      }))
      return { releases, next_cursor }
    },
  })
}

function cursorTo({ occurredAt, eventId }: EventPosition): string {
  return eventCursor.write({ at: occurredAt.getTime(), id: eventId })
}

/** The newest event of an issue, whole. */
export async function readLatestEvent(pool: pg.Pool, issue: IssueRecord): Promise<EventResponse | undefined> {
  const [event] = await findEventsOfIssue(pool, issue, { from: undefined, towards: 'older', limit: 1 })
  return event && answerFor(pool, event)
}

/** An issue's last day, by hours. */
export async function readIssueStats(pool: pg.Pool, issue: IssueRecord): Promise<Stats> {
  return issueStats(pool, issue, windowOf({}, Date.now()))
}

async function issueStats(pool: pg.Pool, issue: IssueRecord, window: StatsWindow): Promise<Stats> {
  const [buckets, rows, releases] = await Promise.all([
    findBuckets(pool, window),
    findIssueStats(pool, issue, window),
    releasesIn(pool, issue.projectId, window),
  ])
  return toStats(window, buckets, rows, 'all', releases)
}

/** Marks of a chart: more than fit are no help. */
function releasesIn(pool: pg.Pool, projectId: number, window: StatsWindow): Promise<Stats['releases']> {
  return findReleasesIn(pool, projectId, window, 50)
}

async function checkedWindow(pool: pg.Pool, query: StatsQuery): Promise<StatsWindow> {
  if (query.tz !== undefined && !(await isTimeZone(pool, query.tz)))
    throw new Refusal('invalid_parameter', { errors: { tz: ['is no time zone'] } })
  return windowOf(query, Date.now())
}

async function getEvent({ pool, authorize }: EventDeps, caller: Caller, id: string): Promise<EventRecord> {
  const { projectId, uuid } = boundIdOf('evt', id)
  await authorize(caller, projectId)
  const event = await awaitDigest(pool, () => findEvent(pool, projectId, uuid))
  if (event === undefined) throw new Refusal('not_found')
  return event
}

/** With a filter its neighbors are of the events that the filter is for. */
async function answerFor(pool: pg.Pool, event: EventRecord, filter?: EventFilter): Promise<EventResponse> {
  const from = { occurredAt: event.occurredAt, eventId: event.eventId }
  const beside = async (towards: 'older' | 'newer') =>
    filter === undefined
      ? await findEventsOfIssue(pool, event, { from, towards, limit: 1 })
      : (await findMatchingEvents(pool, event, { from, towards, limit: 1 }, filter)).events
  const [payload, newer, [previous], [next]] = await Promise.all([
    readPayload(pool, event),
    filter === undefined ? countNewer(pool, event, maxPosition) : maxPosition,
    beside('older'),
    beside('newer'),
  ])
  return {
    event: toEventView(event, payload),
    position: newer < maxPosition ? newer + 1 : null,
    previous_id: idOf(previous),
    next_id: idOf(next),
  }
}

async function readPayload(pool: pg.Pool, event: EventRecord): Promise<EventPayload> {
  let state: 'evicted' | 'damaged' = 'evicted'
  try {
    const body = await findBody(pool, event)
    if (body !== undefined) return { state: 'kept', body }
  } catch (error) {
    if (!(error instanceof DamagedBody)) throw error
    state = 'damaged'
  }
  const issue = await findIssue(pool, event.projectId, event.issueId)
  return { state, title: { exception_type: issue?.type ?? 'Unknown', message: issue?.message ?? '' } }
}

async function rawOf(pool: pg.Pool, event: EventRecord): Promise<Buffer> {
  const body = await readRaw(pool, event).catch((error: unknown) => {
    if (!(error instanceof DamagedBody)) throw error
    return undefined
  })
  if (body === undefined) throw new Refusal('payload_unavailable')
  return body
}

function idOf(event: EventRecord | undefined): string | null {
  return event === undefined ? null : toBoundId('evt', event.projectId, event.eventId)
}
