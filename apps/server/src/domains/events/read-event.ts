import { type EventResponse, toBoundId } from '@bugle/protocol'
import type pg from 'pg'
import { Refusal } from '../../refusal.ts'
import { findIssue, type IssueRecord } from '../issues/index.ts'
import { DamagedBody, findBody, readRaw } from '../storage/index.ts'
import type { EventFilter } from './event-filter.ts'
import { countNewer, type EventRecord, findEventsOfIssue } from './event-read-store.ts'
import { type EventPayload, toEventView } from './event-view.ts'
import { findMatchingEvents } from './find-matching-events.ts'

/** The position of an event is counted up to this many newer events. */
const maxPosition = 1000

export async function readLatestEvent(pool: pg.Pool, issue: IssueRecord): Promise<EventResponse | undefined> {
  const [event] = await findEventsOfIssue(pool, issue, { from: undefined, towards: 'older', limit: 1 })
  return event && readEventResponse(pool, event)
}

export async function readEventResponse(
  pool: pg.Pool,
  event: EventRecord,
  filter?: EventFilter,
): Promise<EventResponse> {
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

export async function readRawEvent(pool: pg.Pool, event: EventRecord): Promise<Buffer> {
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
