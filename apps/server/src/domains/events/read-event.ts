import { type EventResponse, type EventView, toBoundId } from '@bugle/protocol'
import { readEvent, sentryBytesOf } from '@bugle/sentry-event'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { type SymbolicationInput, withOriginals } from '../artifacts/index.ts'
import { findIssue, type IssueRecord } from '../issues/index.ts'
import { symbolicationInputOf } from '../pipeline/index.ts'
import { type BodySource, DamagedBody, findAttachments, findBody, readRaw } from '../storage/index.ts'
import { toAttachmentView } from './attachment-view.ts'
import type { EventDeps } from './event-deps.ts'
import type { EventFilter } from './event-filter.ts'
import { countNewer, type EventRecord, findEventsOfIssue } from './event-read-store.ts'
import { type EventPayload, toEventView } from './event-view.ts'
import { findMatchingEvents } from './find-matching-events.ts'
import { findOriginals } from './find-originals.ts'

/** The position of an event is counted up to this many newer events. */
const maxPosition = 1000

type ReadDeps = Pick<EventDeps, 'db' | 'objects' | 'symbols'>

export async function readLatestEvent(deps: ReadDeps, issue: IssueRecord): Promise<EventResponse | undefined> {
  const [event] = await findEventsOfIssue(deps.db, issue, { from: undefined, towards: 'older', limit: 1 })
  return event && readEventResponse(deps, event)
}

export async function readEventResponse(
  deps: ReadDeps,
  event: EventRecord,
  filter?: EventFilter,
): Promise<EventResponse> {
  const { db } = deps
  const from = { occurredAt: event.occurredAt, eventId: event.eventId }
  const beside = async (towards: 'older' | 'newer') =>
    filter === undefined
      ? await findEventsOfIssue(db, event, { from, towards, limit: 1 })
      : (await findMatchingEvents(deps, event, { from, towards, limit: 1 }, filter)).events
  const [payload, newer, [previous], [next]] = await Promise.all([
    readPayload(deps, event),
    filter === undefined ? countNewer(db, event, maxPosition) : maxPosition,
    beside('older'),
    beside('newer'),
  ])
  return {
    event: await withAttachments(db, event, await withSymbols(deps, event, payload)),
    position: newer < maxPosition ? newer + 1 : null,
    previous_id: idOf(previous),
    next_id: idOf(next),
  }
}

/** Adds the files that came with the event or after it. */
async function withAttachments(db: Database, event: EventRecord, view: EventView): Promise<EventView> {
  const attachments = await findAttachments(db, event)
  return { ...view, attachments: attachments.map((attachment) => toAttachmentView(view.id, attachment)) }
}

/** Adds the originals of frames in generated code. */
async function withSymbols(deps: ReadDeps, event: EventRecord, payload: EventPayload): Promise<EventView> {
  const view = toEventView(event, payload)
  const { exceptions } = view
  const { frames, names } = await findOriginals(deps, event, sourceOf(event.projectId, view, payload), exceptions)
  return {
    ...view,
    exceptions: exceptions.map((exception, number) => ({
      ...exception,
      ...(names[number] === undefined ? {} : { original: names[number] }),
      frames: withOriginals(exception.frames, frames[number] ?? []),
    })),
  }
}

function debugMetaOf(payload: EventPayload): unknown {
  if (payload.state !== 'kept' || !payload.body.includes('"debug_meta"')) return undefined
  return readEvent(payload.body).event.debug_meta
}

/** Returns the facts by which the files of an event are matched with source maps. */
export function sourceOf(projectId: number, view: EventView, payload: EventPayload): SymbolicationInput {
  return symbolicationInputOf(projectId, { ...view, debug_meta: debugMetaOf(payload) }, view.id)
}

export async function readPayload(source: BodySource, event: EventRecord): Promise<EventPayload> {
  let state: 'evicted' | 'damaged' = 'evicted'
  try {
    const body = await findBody(source, event)
    if (body !== undefined) return { state: 'kept', body }
  } catch (error) {
    if (!(error instanceof DamagedBody)) throw error
    state = 'damaged'
  }
  const issue = await findIssue(source.db, event.projectId, event.issueId)
  return { state, title: { exception_type: issue?.type ?? 'Unknown', message: issue?.message ?? '' } }
}

export async function readRawEvent(source: BodySource, event: EventRecord): Promise<Buffer> {
  const body = await readRaw(source, event).catch((error: unknown) => {
    if (!(error instanceof DamagedBody)) throw error
    return undefined
  })
  if (body === undefined) throw new Refusal('payload_unavailable')
  return sentryBytesOf(body)
}

function idOf(event: EventRecord | undefined): string | null {
  return event === undefined ? null : toBoundId('evt', event.projectId, event.eventId)
}
