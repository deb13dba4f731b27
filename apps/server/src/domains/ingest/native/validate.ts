import { IngestEvent, type Level, levels } from '@bugle/protocol'
import { inOneLine } from '@bugle/sentry-event'
import { Refusal } from '../../../refusal.ts'
import { checkOf } from './field-problems.ts'

const event = checkOf<IngestEvent>(IngestEvent)

/**
 * Turns a parsed body into an event. A level in capitals, or `warn`, is taken as the level it means; releases, dists and
 * environments are brought into one line.
 *
 * @throws Refusal invalid_payload, with the first problem of each field
 */
export function validateEvent(body: unknown): IngestEvent {
  if (event.accepts(body)) return inOneLine(body)
  const repaired = withKnownLevel(body)
  if (event.accepts(repaired)) return inOneLine(repaired)
  throw new Refusal('invalid_payload', { errors: event.problemsOf(body) })
}

/** Repairs the level of an event that is none yet, in place. */
function withKnownLevel(body: unknown): unknown {
  const sent = (body ?? {}) as { level?: unknown }
  if (typeof sent.level !== 'string') return undefined
  const name = sent.level.trim().toLowerCase()
  const level = name === 'warn' ? 'warning' : name
  if (levels.includes(level as Level)) sent.level = level
  return sent
}
