import {
  type EventSummary,
  type EventView,
  type ExceptionView,
  type FrameView,
  IngestEvent,
  limits,
  type ThreadView,
  toBoundId,
  toProjectId,
} from '@bugle/protocol'
import { type DoorFacts, doorFactsOf, readEvent, type SentryThread } from '@bugle/sentry-event'
import { type Cause, type Frame, parseStack, type RawStack } from '@bugle/stacktrace'
import { eventFlag, prunedField, prunedFieldsOf } from '../storage/index.ts'
import type { EventRecord } from './event-read-store.ts'
import { Sources } from './source-context.ts'
import { Marks } from './trim-report.ts'

/** Returns an event as a row of a list. */
export function toSummary(event: EventRecord): EventSummary {
  return {
    id: toBoundId('evt', event.projectId, event.eventId),
    issue_id: toBoundId('iss', event.projectId, event.issueId),
    project_id: toProjectId(event.projectId),
    occurred_at: event.occurredAt.toISOString(),
    received_at: event.receivedAt.toISOString(),
    level: event.level,
    platform: event.platform,
    release: event.release,
    environment: event.environment,
    repeat: event.repeat,
  }
}

/**
 * Builds the whole event from its row and its body. Limits are applied on reading: the body is stored as it was sent,
 * and whatever was cut or repaired for display is named.
 */
export function toEventView(record: EventRecord, payload: EventPayload): EventView {
  const event = payload.state === 'kept' ? parseBody(payload.body) : { ...emptyEvent, ...payload.title }
  const sentry = doorFactsOf(event)
  const marks = new Marks()
  const pruned = prunedFieldsOf(event)
  for (const field of [...(pruned ?? []), ...(sentry?.trimmed ?? [])]) marks.trim(field)
  const summary = toSummary(record)
  const hasScreenshot = (record.flags & eventFlag.screenshot) !== 0
  return {
    ...summary,
    release: event.release ? marks.text('release', event.release, limits.shortText) : null,
    environment: event.environment ? marks.text('environment', event.environment, limits.shortText) : 'production',
    exception_type: marks.text('exception_type', event.exception_type, limits.shortText),
    message: marks.bytes('message', event.message, limits.messageBytes),
    app_id: marks.text('app_id', event.app_id, 1000),
    dist: event.dist ? marks.text('dist', event.dist, limits.shortText) : null,
    user_id: marks.optional('user', event.user?.id ?? event.user_id_anon),
    users: (event.users ?? null) && event.users!.map(({ id, count }) => ({ id: marks.optional('users', id)!, count })),
    exceptions: chainOf(event, sentry, marks),
    mechanism: event.mechanism
      ? (marks.tree('mechanism', pick(event.mechanism, 'type', 'handled')) as EventView['mechanism'])
      : null,
    tags: tagsOf(event, marks),
    contexts: marks.tree('contexts', event.contexts ?? {}) as Record<string, unknown>,
    extra: marks.tree('extra', event.extra ?? {}) as Record<string, unknown>,
    breadcrumbs: (event.breadcrumbs ?? []).map((crumb, index) =>
      marks.tree('breadcrumbs', { ...crumb, ...sentry?.breadcrumbs[index] }),
    ) as EventView['breadcrumbs'],
    sdk: event.sdk ? (marks.tree('sdk', pick(event.sdk, 'name', 'version')) as EventView['sdk']) : null,
    fingerprint: event.fingerprint
      ? marks
          .list('fingerprint', event.fingerprint, limits.fingerprintParts)
          .map((part) => marks.text('fingerprint', part, limits.shortText))
      : null,
    threads: (sentry?.threads ?? []).map((thread) => threadOf(thread, event, marks)),
    attachments: [],
    client_id: sentry?.clientId ?? null,
    scrubbed: sentry?.scrubbed ?? [],
    other: marks.tree('other', unknownFields(event)) as Record<string, unknown>,
    payload: payload.state === 'kept' && pruned !== undefined ? 'pruned' : payload.state,
    screenshot_url: hasScreenshot ? `/api/events/${summary.id}/screenshot` : null,
    processing_error:
      (record.flags & eventFlag.processing_error) === 0
        ? null
        : 'Counted and kept, but its details could not be indexed.',
    ...marks.found(),
  }
}

/** The payload of an event, or its issue's title in place of one that is gone. */
export type EventPayload =
  | { state: 'kept'; body: Buffer }
  | { state: 'evicted' | 'damaged'; title: { exception_type: string; message: string } }

const emptyEvent: IngestEvent = { exception_type: 'Unknown', message: '', platform: 'other', app_id: '' }

/** Ingest let the body in, so it parses; an erased body reads as an empty event. */
function parseBody(body: Buffer): IngestEvent {
  return body.length === 0 ? emptyEvent : readEvent(body)
}

/** Returns the event itself, then what led to it: as the client says, or else as the text of its stack does. */
function chainOf(event: IngestEvent, sentry: DoorFacts | undefined, marks: Marks): ExceptionView[] {
  const show = frameViewer(new Sources(event, marks), marks)
  const { exception, causes } = exceptionOf(event, event.platform, 'stack', { marks, show })
  if (sentry !== undefined) return sentryChainOf(exception, event, sentry, { marks, show })
  const sent = causesOf(event, { marks, show })
  return [exception, ...(sent.length > 0 ? sent : causes.map((cause) => causeView(cause, { marks, show })))]
}

/** Exceptions of a Sentry SDK, with their positions in a tree, and with the values of variables. */
function sentryChainOf(
  main: ExceptionView,
  event: IngestEvent,
  { exceptions }: DoorFacts,
  showing: Showing,
): ExceptionView[] {
  const { marks } = showing
  const others = marks.list('exceptions', exceptions.slice(1), limits.exceptions)
  const shown = [main, ...others.map((one) => exceptionOf(one, event.platform, 'exceptions', showing).exception)]
  return shown.map((exception, index) => {
    const sent = exceptions[index]
    const frames = withFacts(exception.frames, index === 0 ? event.stack : sent?.stack, marks)
    const { type: _type, handled: _handled, ...rest } = sent?.mechanism ?? {}
    const mechanism = index === 0 ? rest : (sent?.mechanism ?? {})
    return Object.keys(mechanism).length === 0
      ? { ...exception, frames }
      : { ...exception, frames, mechanism: marks.tree('mechanism', mechanism) as Record<string, unknown> }
  })
}

/** Adds to frames what the parser of stacks does not read. Every frame of a translated stack becomes one frame. */
function withFacts(frames: FrameView[], stack: unknown, marks: Marks): FrameView[] {
  const sent = Array.isArray(stack) ? (stack as { vars?: unknown; package?: unknown }[]) : []
  return frames.map((frame, index) => {
    const { vars, package: image } = sent[index] ?? {}
    return {
      ...frame,
      ...(vars === undefined ? {} : { vars: marks.tree('vars', vars) as Record<string, unknown> }),
      ...(typeof image === 'string' ? { package: marks.text('package', image, limits.shortText) } : {}),
    }
  })
}

function threadOf({ id, name, crashed, current, stack }: SentryThread, event: IngestEvent, marks: Marks): ThreadView {
  const { frames } = parseStack(stack, { platform: event.platform, maxFrames: limits.stackFrames })
  const shown = frames.map((frame) => marks.tree('threads', frame) as FrameView)
  return {
    id: marks.text('threads', id, limits.shortText),
    name: name === null ? null : marks.text('threads', name, limits.shortText),
    crashed,
    current,
    frames: withFacts(shown, stack, marks),
  }
}

interface Showing {
  marks: Marks
  show: (field: string, frame: Frame) => FrameView
}

/** Returns a frame for display: its texts cleaned, with the source lines around it if they were sent. */
function frameViewer(sources: Sources, marks: Marks): Showing['show'] {
  return (field, frame) => ({ ...(marks.tree(field, frame) as Frame), ...sources.around(frame) })
}

function exceptionOf(
  { exception_type, message, stack }: { exception_type: string; message: string; stack?: unknown },
  platform: string,
  field: string,
  { marks, show }: Showing,
): { exception: ExceptionView; causes: Cause[] } {
  const text = typeof stack === 'string' ? marks.bytes(field, stack, limits.stackBytes) : null
  const hints = { platform, message, maxFrames: limits.stackFrames }
  const { frames, causes, truncated } = parseStack(text ?? (stack as RawStack), hints)
  if (truncated) marks.trim(field)
  const exception = {
    exception_type: marks.text('exception_type', exception_type, limits.shortText),
    message: marks.bytes('message', message, limits.messageBytes),
    frames: frames.map((frame) => show(field, frame)),
    stack: text ?? linesOf(stack, marks, field),
  }
  return { exception, causes }
}

/** Returns an exception described by the text of the stack; its lines are part of that text. */
function causeView({ exception_type, message, frames }: Cause, { marks, show }: Showing): ExceptionView {
  return {
    exception_type: marks.text('stack', exception_type ?? 'Unknown', limits.shortText),
    message: marks.bytes('stack', message ?? '', limits.messageBytes),
    frames: frames.map((frame) => show('stack', frame)),
    stack: null,
  }
}

/** A stack that came as an array of lines is shown as text, too. */
function linesOf(stack: unknown, marks: Marks, field: string): string | null {
  if (!Array.isArray(stack) || !stack.some((line) => typeof line === 'string')) return null
  const lines = stack.filter((line) => typeof line === 'string').join('\n')
  return marks.bytes(field, lines, limits.stackBytes)
}

function causesOf(event: IngestEvent, showing: Showing): ExceptionView[] {
  const [first, ...rest] = showing.marks.list('exceptions', event.exceptions ?? [], limits.exceptions)
  if (first === undefined) return []
  // Some clients send the event itself as the first of the chain, others only what caused it.
  const isEventItself = first.exception_type === event.exception_type && first.message === event.message
  return (isEventItself ? rest : [first, ...rest]).map(
    (cause) => exceptionOf(cause, event.platform, 'exceptions', showing).exception,
  )
}

function tagsOf({ tags }: IngestEvent, marks: Marks): Record<string, unknown> {
  const entries = Object.entries(tags ?? {})
  if (entries.length > limits.tags) marks.trim('tags')
  const kept = entries.slice(0, limits.tags).map(([key, value]): [string, unknown] => {
    const shown = typeof value === 'string' ? marks.text('tags', value, limits.tagValue) : value
    return [marks.text('tags', key, limits.tagKey), shown]
  })
  return Object.fromEntries(kept)
}

function unknownFields(event: IngestEvent): Record<string, unknown> {
  const isShown = (name: string) => Object.hasOwn(IngestEvent.properties, name) || name === prunedField
  return Object.fromEntries(Object.entries(event).filter(([name]) => !isShown(name)))
}

function pick(source: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)))
}
