import {
  type EventSummary,
  type EventView,
  type ExceptionRelation,
  type ExceptionView,
  epochMsOf,
  exceptionRelations,
  type FrameView,
  IngestEvent,
  limits,
  type ThreadView,
  toBoundId,
  toProjectId,
} from '@bugle/protocol'
import {
  type EventWithFacts,
  maskSecrets,
  readEvent,
  type SentryFacts,
  type SentryThread,
  searchedTags,
  withAgent,
} from '@bugle/sentry-event'
import { type Cause, type Frame, parseStack, type RawStack } from '@bugle/stacktrace'
import { clockShiftOf } from '../../lib/clock-shift.ts'
import { eventFlag, prunedField, prunedFieldsOf } from '../storage/index.ts'
import type { EventRecord } from './event-read-store.ts'
import { Sources } from './source-context.ts'
import { TrimReport } from './trim-report.ts'

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
  const { event, facts: sentry } = contentOf(payload)
  const trims = new TrimReport()
  const pruned = prunedFieldsOf(event)
  for (const field of [...(pruned ?? []), ...(sentry?.trimmed ?? [])]) trims.trim(field)
  const summary = toSummary(record)
  const shift = clockShiftOf(event.sent_at, record.receivedAt.getTime())
  const hasScreenshot = (record.flags & eventFlag.screenshot) !== 0
  return {
    ...summary,
    release: event.release ? trims.text('release', event.release, limits.shortText) : null,
    environment: event.environment ? trims.text('environment', event.environment, limits.shortText) : 'production',
    exception_type: trims.text('exception_type', event.exception_type, limits.shortText),
    message: trims.message('message', event.message),
    app_id: trims.text('app_id', event.app_id, 1000),
    dist: event.dist ? trims.text('dist', event.dist, limits.shortText) : null,
    user_id: trims.optional('user', event.user?.id ?? event.user_id_anon),
    users: (event.users ?? null) && event.users!.map(({ id, count }) => ({ id: trims.optional('users', id)!, count })),
    exceptions: chainOf(event, sentry, trims),
    mechanism: event.mechanism
      ? (trims.tree('mechanism', pick(event.mechanism, 'type', 'handled')) as EventView['mechanism'])
      : null,
    tags: tagsOf(event.tags, trims),
    derived_tags: derivedTagsOf({ event, facts: sentry }, trims),
    contexts: trims.tree('contexts', withAgent(event.contexts ?? {})) as Record<string, unknown>,
    extra: trims.tree('extra', event.extra ?? {}) as Record<string, unknown>,
    breadcrumbs: (event.breadcrumbs ?? []).map((crumb, index) =>
      trims.tree('breadcrumbs', { ...crumb, ts: timeOf(crumb.ts, shift), ...sentry?.breadcrumbs[index] }),
    ) as EventView['breadcrumbs'],
    sdk: event.sdk ? (trims.tree('sdk', pick(event.sdk, 'name', 'version')) as EventView['sdk']) : null,
    fingerprint: event.fingerprint
      ? trims
          .list('fingerprint', event.fingerprint, limits.fingerprintParts)
          .map((part) => trims.text('fingerprint', part, limits.shortText))
      : null,
    threads: (sentry?.threads ?? []).map((thread) => threadOf(thread, event, trims)),
    attachments: [],
    client_id: sentry?.clientId ?? null,
    scrubbed: sentry?.scrubbed ?? [],
    unread: sentry?.unread ?? [],
    other: trims.tree('other', unknownFields(event)) as Record<string, unknown>,
    payload: payload.state === 'kept' && pruned !== undefined ? 'pruned' : payload.state,
    screenshot_url: hasScreenshot ? `/api/events/${summary.id}/screenshot` : null,
    processing_error:
      (record.flags & eventFlag.processing_error) === 0
        ? null
        : 'Counted and kept, but its details could not be indexed.',
    ...trims.summary(),
  }
}

/** Returns the time of a breadcrumb, by the clock that the event's own time was corrected to. */
function timeOf(ts: number, shift: number): number | null {
  const time = epochMsOf(ts)
  return time === undefined ? null : time + shift
}

/** The payload of an event, or its issue's title in place of one that is gone. */
export type EventPayload =
  | { state: 'kept'; body: Buffer }
  | { state: 'evicted' | 'damaged'; title: { exception_type: string; message: string } }

const emptyEvent: IngestEvent = { exception_type: 'Unknown', message: '', platform: 'other', app_id: '' }

/** Ingest let the body in, so it parses; an erased body reads as an empty event. */
function contentOf(payload: EventPayload): EventWithFacts {
  if (payload.state !== 'kept') return { event: { ...emptyEvent, ...payload.title } }
  return payload.body.length === 0 ? { event: emptyEvent } : readEvent(payload.body)
}

/** Returns the event itself, then what led to it: as the client says, or else as the text of its stack does. */
function chainOf(event: IngestEvent, sentry: SentryFacts | undefined, trims: TrimReport): ExceptionView[] {
  const show = frameViewer(new Sources(event, trims), trims)
  const { exception, causes } = exceptionOf(event, event.platform, 'stack', { trims, show })
  if (sentry !== undefined) return sentryChainOf(exception, event, sentry, { trims, show })
  const sent = sentChainOf(exception, event, { trims, show })
  return sent.length > 1 ? sent : [exception, ...causes.map((cause) => causeView(cause, { trims, show }))]
}

interface Position {
  parent: number
  relation: ExceptionRelation
}

/** Returns the position in the tree that an SDK gave an exception. Without a valid one it caused the one before. */
function positionOf({ parent, relation }: { parent?: unknown; relation?: unknown }, index: number): Position {
  const isGiven = Number.isInteger(parent) && (parent as number) >= 0 && (parent as number) < index
  return {
    parent: isGiven ? (parent as number) : index - 1,
    relation: exceptionRelations.find((name) => name === relation) ?? (isGiven ? 'member' : 'cause'),
  }
}

/** Exceptions of a Sentry SDK, with their positions in a tree, and with the values of variables. */
function sentryChainOf(
  main: ExceptionView,
  event: IngestEvent,
  { exceptions }: SentryFacts,
  showing: Showing,
): ExceptionView[] {
  const { trims } = showing
  const others = trims.list('exceptions', exceptions.slice(1), limits.exceptions)
  const shown = [main, ...others.map((one) => exceptionOf(one, event.platform, 'exceptions', showing).exception)]
  const chain = shown.map((exception, index) => {
    const sent = exceptions[index]
    const frames = withFacts(exception.frames, index === 0 ? event.stack : sent?.stack, trims)
    const { type: _type, handled: _handled, ...rest } = sent?.mechanism ?? {}
    const mechanism = index === 0 ? rest : (sent?.mechanism ?? {})
    const { parent = 0, relation = 'cause' } = sent ?? {}
    return {
      ...exception,
      // A long list may lack the parent.
      ...(index === 0 ? {} : { parent: parent < shown.length ? parent : 0, relation }),
      frames,
      ...(Object.keys(mechanism).length === 0
        ? {}
        : { mechanism: trims.tree('mechanism', mechanism) as Record<string, unknown> }),
    }
  })
  return countMembers(chain, exceptions)
}

/** Says how many members a group has of which the list lacks some. */
function countMembers(shown: ExceptionView[], all: readonly { parent?: number; relation?: string }[]): ExceptionView[] {
  if (all.length <= shown.length) return shown
  const members = (list: typeof all, group: number) =>
    list.reduce((sum, { parent, relation }) => sum + Number(parent === group && relation === 'member'), 0)
  return shown.map((exception, index) => {
    const count = members(all, index)
    return count > members(shown, index) ? { ...exception, members: count } : exception
  })
}

/** Adds to frames what the parser of stacks does not read. Every frame of a translated stack becomes one frame. */
function withFacts(frames: FrameView[], stack: unknown, trims: TrimReport): FrameView[] {
  const sent = Array.isArray(stack) ? (stack as { vars?: unknown; package?: unknown }[]) : []
  return frames.map((frame, index) => {
    const { vars, package: image } = sent[index] ?? {}
    return {
      ...frame,
      ...(vars === undefined ? {} : { vars: trims.tree('vars', vars) as Record<string, unknown> }),
      ...(typeof image === 'string' ? { package: trims.text('package', image, limits.shortText) } : {}),
    }
  })
}

function threadOf(
  { id, name, crashed, current, stack }: SentryThread,
  event: IngestEvent,
  trims: TrimReport,
): ThreadView {
  const { frames } = parseStack(stack, { platform: event.platform, maxFrames: limits.stackFrames })
  const shown = frames.map((frame) => trims.tree('threads', frame) as FrameView)
  return {
    id: trims.text('threads', id, limits.shortText),
    name: name === null ? null : trims.text('threads', name, limits.shortText),
    crashed,
    current,
    frames: withFacts(shown, stack, trims),
  }
}

interface Showing {
  trims: TrimReport
  show: (field: string, frame: Frame) => FrameView
}

/** Returns a frame for display: its texts cleaned, with the source lines around it if they were sent. */
function frameViewer(sources: Sources, trims: TrimReport): Showing['show'] {
  return (field, frame) => ({ ...(trims.tree(field, frame) as Frame), ...sources.around(frame) })
}

function exceptionOf(
  { exception_type, message, stack }: { exception_type: string; message: string; stack?: unknown },
  platform: string,
  field: string,
  { trims, show }: Showing,
): { exception: ExceptionView; causes: Cause[] } {
  const text = typeof stack === 'string' ? trims.bytes(field, stack, limits.stackBytes) : null
  const hints = { platform, message, maxFrames: limits.stackFrames }
  const { frames, causes, truncated } = parseStack(text ?? (stack as RawStack), hints)
  if (truncated) trims.trim(field)
  const exception = {
    exception_type: trims.text('exception_type', exception_type, limits.shortText),
    message: trims.message('message', message),
    frames: frames.map((frame) => show(field, frame)),
    // Frames are read from it as it was sent, like those that decide about the issue.
    stack: maskedOrNull(text ?? linesOf(stack, trims, field)),
  }
  return { exception, causes }
}

/** Returns an exception described by the text of the stack; its lines are part of that text. */
function causeView(
  { relation, parent, exception_type, message, frames }: Cause,
  { trims, show }: Showing,
): ExceptionView {
  return {
    parent,
    relation: relation === 'goroutine' ? 'thread' : relation,
    exception_type: trims.text('stack', exception_type ?? 'Unknown', limits.shortText),
    message: trims.message('stack', message ?? ''),
    frames: frames.map((frame) => show('stack', frame)),
    stack: null,
  }
}

function maskedOrNull(text: string | null): string | null {
  return text === null ? null : maskSecrets(text)
}

/** A stack that came as an array of lines is shown as text, too. */
function linesOf(stack: unknown, trims: TrimReport, field: string): string | null {
  if (!Array.isArray(stack) || !stack.some((line) => typeof line === 'string')) return null
  const lines = stack.filter((line) => typeof line === 'string').join('\n')
  return trims.bytes(field, lines, limits.stackBytes)
}

/** Exceptions of a native event that lists them. */
function sentChainOf(main: ExceptionView, event: IngestEvent, showing: Showing): ExceptionView[] {
  const sent = event.exceptions ?? []
  // Some clients send the event itself as the first of the chain, others only what caused it.
  const [first] = sent
  const isEventItself = first?.exception_type === event.exception_type && first.message === event.message
  const shift = isEventItself ? 1 : 0
  const positions = sent.slice(shift).map(({ parent, relation }, index) => {
    const above = typeof parent === 'number' ? Math.max(0, parent - shift) : parent
    return positionOf({ parent: above, relation }, index + 1)
  })
  const causes = showing.trims.list('exceptions', sent, limits.exceptions).slice(shift)
  const shown = causes.map((cause, index) => ({
    ...exceptionOf(cause, event.platform, 'exceptions', showing).exception,
    ...positions[index],
  }))
  return countMembers([main, ...shown], [{}, ...positions])
}

function tagsOf(tags: IngestEvent['tags'], trims: TrimReport): Record<string, unknown> {
  const entries = Object.entries(tags ?? {})
  if (entries.length > limits.tags) trims.trim('tags')
  const kept = entries.slice(0, limits.tags).map(([key, value]): [string, unknown] => {
    const shown = typeof value === 'string' ? trims.text('tags', value, limits.tagValue) : value
    return [trims.text('tags', key, limits.tagKey), shown]
  })
  return Object.fromEntries(kept)
}

function derivedTagsOf(sent: EventWithFacts, trims: TrimReport): Record<string, string> {
  const own = sent.event.tags ?? {}
  const derived = Object.entries(searchedTags(sent)).filter(([key]) => !Object.hasOwn(own, key))
  return Object.fromEntries(derived.map(([key, value]) => [key, trims.text('tags', String(value), limits.tagValue)]))
}

function unknownFields(event: IngestEvent): Record<string, unknown> {
  const isShown = (name: string) => Object.hasOwn(IngestEvent.properties, name) || name === prunedField
  return Object.fromEntries(Object.entries(event).filter(([name]) => !isShown(name)))
}

function pick(source: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)))
}
