import { IngestEvent, type Level, levels } from '@bugle/protocol'
import { inOneLine } from '@bugle/sentry-event'
import { Ajv } from 'ajv'
import { Refusal } from '../../../refusal.ts'

// allErrors stays off: on an open endpoint it would let a hostile body choose how much work a response takes.
const ajv = new Ajv({ strict: false, coerceTypes: false, validateSchema: false, meta: false })
const isIngestEvent = ajv.compile<IngestEvent>(IngestEvent)
const fields = Object.entries(IngestEvent.properties).map(([name, schema]) => ({ name, check: ajv.compile(schema) }))
const required = IngestEvent.required as string[]

/**
 * Turns a parsed body into an event. A level in capitals, or `warn`, is taken as the level it means; releases, dists and
 * environments are brought into one line.
 *
 * @throws Refusal invalid_payload, with the first problem of each field
 */
export function validateEvent(body: unknown): IngestEvent {
  if (isIngestEvent(body)) return inOneLine(body)
  const repaired = withKnownLevel(body)
  if (isIngestEvent(repaired)) return inOneLine(repaired)
  throw new Refusal('invalid_payload', { errors: problemsOf(body) })
}

/** Repairs the level of an event that is none yet, in place. */
function withKnownLevel(body: unknown): unknown {
  const event = (body ?? {}) as { level?: unknown }
  if (typeof event.level !== 'string') return undefined
  const name = event.level.trim().toLowerCase()
  const level = name === 'warn' ? 'warning' : name
  if (levels.includes(level as Level)) event.level = level
  return event
}

function problemsOf(body: unknown): Record<string, string[]> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { body: ['must be a JSON object'] }
  const given = body as Record<string, unknown>
  const problems: Record<string, string[]> = {}
  for (const { name, check } of fields) {
    if (!Object.hasOwn(given, name)) {
      if (required.includes(name)) problems[name] = ['is required']
    } else if (!check(given[name])) {
      problems[name] = [describe(check.errors ?? [])]
    }
  }
  return problems
}

/** The most deeply nested error of a union says most; `must be null` says nothing. */
function describe(errors: NonNullable<typeof isIngestEvent.errors>): string {
  const informative = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null')
  const error = (informative.length > 0 ? informative : errors).reduce((deepest, next) =>
    next.instancePath.length > deepest.instancePath.length ? next : deepest,
  )
  const field = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')} `
  const values = error.keyword === 'enum' ? `: ${(error.params.allowedValues as string[]).join(', ')}` : ''
  return `${field}${error.message ?? 'is wrong'}${values}`
}
