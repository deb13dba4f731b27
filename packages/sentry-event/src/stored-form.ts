import type { IngestEvent } from '@bugle/protocol'
import { parseBounded } from './bounded-json.ts'
import { inKnownForm } from './known-form.ts'
import { parseLoose } from './loose-json.ts'
import { oneLine } from './one-line.ts'
import { type EventWithFacts, translateEvent } from './translate.ts'
import { type Fields, fieldsOf } from './values.ts'

/** Facts of an event that stand outside of it: stored before its bytes, since they decide about its translation. */
export interface StoredHead {
  /** The translator's version that decided about its group. */
  v: number
  app_id: string
  /** 32 hex digits, as the SDK sent them. */
  client_id?: string
  /** Paths of values that were removed before it was stored. */
  scrubbed?: string[]
  /** Parts that were left out because it was too large. */
  trimmed?: string[]
  /** How many equal ones it stands for; 1 if absent. */
  repeat?: number
}

/**
 * Begins the body of an event that came in Sentry's form. JSON cannot begin with this character (the record separator),
 * so that a body says by itself how to read it, wherever it is copied to.
 */
const mark = 0x1e
const newline = 10

/** Returns the line that stands before the event's own bytes in a stored body. */
export function storedHead(head: StoredHead): Buffer {
  return Buffer.from(`\u001e${JSON.stringify(head)}\n`)
}

export function isSentryBody(body: Buffer): boolean {
  return body[0] === mark
}

/** The event's own bytes: of a stored Sentry event those that its SDK sent, else the body itself. */
export function sentryBytesOf(body: Buffer): Buffer {
  return isSentryBody(body) ? body.subarray(body.indexOf(newline) + 1) : body
}

/**
 * Reads a stored body, whatever way the event came. Every reader of bodies uses this function.
 *
 * @throws SyntaxError if the body is damaged
 */
export function readEvent(body: Buffer): EventWithFacts {
  if (!isSentryBody(body)) return { event: inOneLine(parseBounded(body) as IngestEvent) }
  const end = body.indexOf(newline)
  const head = JSON.parse(body.toString('utf8', 1, end)) as StoredHead
  const sent: Fields = fieldsOf(parseLoose(body.subarray(end + 1))) ?? {}
  return translateEvent(inKnownForm(sent), {
    appId: head.app_id,
    clientId: head.client_id,
    scrubbed: head.scrubbed,
    trimmed: head.trimmed,
    repeat: head.repeat,
  })
}

/** Brings the names of an event into one line each, in place. */
export function inOneLine(event: IngestEvent): IngestEvent {
  for (const name of ['release', 'dist', 'environment'] as const) {
    const text = event[name]
    if (typeof text === 'string') event[name] = oneLine(text)
  }
  return event
}
