import { Readable } from 'node:stream'
import {
  EventExportQuery,
  EventListQuery,
  EventPage,
  EventQuery,
  EventResponse as EventResponseSchema,
  type EventSummary,
  limits,
  parseHexId,
} from '@bugle/protocol'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import {
  type App,
  boundIdOf,
  type Caller,
  endpoint,
  listEndpoint,
  positionTime,
  positionUuid,
} from '../../http/index.ts'
import { csvPages } from '../../lib/csv.ts'
import { Refusal } from '../../refusal.ts'
import { awaitDigest } from '../pipeline/index.ts'
import { findAttachment, findEventByClientId, findScreenshot } from '../storage/index.ts'
import { imageTypeOf } from './attachment-view.ts'
import type { EventDeps } from './event-deps.ts'
import { toEventFilter } from './event-filter.ts'
import { type EventPosition, type EventRecord, findEvent, findEventsOfIssue } from './event-read-store.ts'
import { toSummary } from './event-view.ts'
import { findMatchingEvents } from './find-matching-events.ts'
import { readEventResponse, readRawEvent } from './read-event.ts'

/** Mounts the routes of single events and of the events of an issue. */
export function mountEventRoutes(app: App, deps: EventDeps): void {
  mountSingleEvents(app, deps)
  mountFilesOfEvents(app, deps)
  mountEventsOfIssue(app, deps)
}

function mountSingleEvents(app: App, deps: EventDeps): void {
  const { db } = deps

  endpoint(app, {
    method: 'GET',
    url: '/api/events/:id',
    summary: 'Get an event',
    description: 'With `raw=1`, returns the payload byte for byte as it was sent.',
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
      if (query.raw === '1') return reply.send(await readRawEvent(deps, event))
      return reply.send(JSON.stringify(await readEventResponse(deps, event, filter)))
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/projects/:id/events/:client_id',
    summary: 'Find an event by the id that its SDK gave it',
    description:
      'For Sentry’s SDKs, whose logs name events by 32 hex digits of their own. The newest 14 days are searched.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: EventResponseSchema,
    handler: async ({ projectId, params }) => {
      const clientId = parseHexId(params.client_id)
      if (clientId === undefined) throw new Refusal('not_found')
      const found = await awaitDigest(db, () =>
        findEventByClientId(db, { projectId, clientId, now: deps.now().getTime() }),
      )
      const event = found && (await findEvent(db, projectId, found.eventId))
      if (event === undefined) throw new Refusal('not_found')
      return readEventResponse(deps, event)
    },
  })
}

function mountFilesOfEvents(app: App, deps: EventDeps): void {
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
      const picture = await findScreenshot(deps, await getEvent(deps, caller, params.id))
      if (picture === undefined) throw new Refusal('not_found')
      return sendFile(reply, picture, { type: 'image/jpeg', disposition: 'inline; filename="screenshot.jpg"' })
    },
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/events/:id/attachments/:number',
    summary: 'Get a file that came with an event',
    description: 'An image is served as one, anything else as a download.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    response: Type.String({ description: 'The file.' }),
    produces: 'application/octet-stream',
    handler: async ({ caller, params, reply }) => {
      const event = await getEvent(deps, caller, params.id)
      const number = Number(/^\d{1,4}$/.exec(params.number)?.[0] ?? Number.NaN)
      const file = Number.isNaN(number) ? undefined : await findAttachment(deps, event, number)
      if (file === undefined) throw new Refusal('not_found')
      const image = imageTypeOf(file.head)
      const name = encodeURIComponent(file.name.toWellFormed())
      const disposition = `${image === undefined ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`
      return sendFile(reply, file.data, { type: image ?? 'application/octet-stream', disposition })
    },
  })
}

/** Sends a file of a program's user, of which nothing may run in our origin. */
function sendFile(reply: FastifyReply, data: Buffer, { type, disposition }: { type: string; disposition: string }) {
  return reply
    .type(type)
    .header('content-disposition', disposition)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .serializer((bytes: Buffer) => bytes as unknown as string)
    .send(data)
}

function mountEventsOfIssue(app: App, deps: EventDeps): void {
  const { db } = deps

  listEndpoint(app, {
    url: '/api/issues/:id/events',
    summary: 'List the events of an issue, newest first',
    tag: 'Issues',
    scope: 'issue:read',
    query: EventListQuery,
    response: EventPage,
    position: Type.Object({ at: positionTime, id: positionUuid }),
    find: async ({ caller, params, query }, { after, limit }) => {
      const filter = toEventFilter(query.query)
      const issue = await deps.getIssue(caller, params.id)
      const range = {
        from: after && { occurredAt: new Date(after.at), eventId: after.id },
        towards: 'older' as const,
        limit,
      }
      if (filter === undefined) return { rows: await findEventsOfIssue(db, issue, range), end: undefined }
      const { events, end } = await findMatchingEvents(deps, issue, range, filter)
      return { rows: events, end: end && positionOf(end) }
    },
    positionOf,
    show: (events) => ({ events: events.map(toSummary) }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/issues/:id/events.csv',
    summary: 'Export the events of an issue as CSV, newest first',
    description: 'All, or those that match a query; at most the newest 100,000.',
    tag: 'Issues',
    access: 'caller',
    scope: 'issue:read',
    isStream: true,
    query: EventExportQuery,
    response: Type.String({ description: 'Lines of CSV with a head.' }),
    produces: 'text/csv',
    handler: async ({ caller, params, query, reply }) => {
      const filter = toEventFilter(query.query)
      const issue = await deps.getIssue(caller, params.id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="events.csv"')
        .send(Readable.from(csvPages(eventHead, eventPages(deps, issue, filter), eventValues)))
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
        const [event] = await findEventsOfIssue(db, issue, { from: undefined, towards, limit: 1 })
        if (event === undefined) throw new Refusal('not_found')
        return readEventResponse(deps, event)
      },
    })
  }
}

const exportedEvents = 100_000
const eventHead = ['id', 'occurred_at', 'received_at', 'level', 'environment', 'release', 'platform', 'repeat']

function eventValues(event: EventSummary): (string | number | null)[] {
  return [
    ...[event.id, event.occurred_at, event.received_at, event.level, event.environment, event.release],
    ...[event.platform, event.repeat],
  ]
}

/** Reads the events of an issue page by page, each when the one before is sent. */
async function* eventPages(
  deps: EventDeps,
  issue: { projectId: number; issueId: string },
  filter: ReturnType<typeof toEventFilter>,
): AsyncGenerator<EventSummary[]> {
  let from: EventPosition | undefined
  for (let left = exportedEvents; left > 0; ) {
    const range = { from, towards: 'older' as const, limit: Math.min(left, limits.pageSize) }
    const { events, end } =
      filter === undefined
        ? { events: await findEventsOfIssue(deps.db, issue, range), end: undefined }
        : await findMatchingEvents(deps, issue, range, filter)
    yield events.map(toSummary)
    left -= events.length
    from = end ?? (filter === undefined && events.length === range.limit ? events.at(-1) : undefined)
    if (from === undefined) return
  }
}

function positionOf({ occurredAt, eventId }: EventPosition) {
  return { at: occurredAt.getTime(), id: eventId }
}

/** @throws Refusal `not_found` */
export async function getEvent({ db, authorize }: EventDeps, caller: Caller, id: string): Promise<EventRecord> {
  const { projectId, uuid } = boundIdOf('evt', id)
  await authorize(caller, projectId)
  const event = await awaitDigest(db, () => findEvent(db, projectId, uuid))
  if (event === undefined) throw new Refusal('not_found')
  return event
}
