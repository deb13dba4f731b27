import type { BugleEvent } from './event.ts'
import { toText } from './scrub.ts'

/** Below the 1,048,576 bytes of the interface, with room for what a proxy may add. */
export const maxBytes = 1_040_000

/**
 * The event as JSON of at most `limit` bytes. What is too much goes by rule – screenshot, source lines, extra, oldest
 * breadcrumbs, deep frames, then what is left but the essentials – and the event says so in `shrunk`.
 *
 * @param limit bytes of UTF-8
 */
export function toBody(event: BugleEvent, limit = maxBytes): string {
  const whole = JSON.stringify(event)
  if (byteLength(whole) <= limit) return whole
  const small: BugleEvent = { ...event, shrunk: [event.shrunk ?? []].flat() }
  let body = whole
  for (const [name, shrink] of steps) {
    if (!shrink(small)) continue
    if (!small.shrunk!.includes(name)) small.shrunk!.push(name)
    body = JSON.stringify(small)
    if (byteLength(body) <= limit) break
  }
  return body
}

/** In their order; each says whether there was something to take. */
const steps: [string, (event: BugleEvent) => boolean][] = [
  take('screenshot'),
  take('source_context'),
  take('extra'),
  ['breadcrumbs', keepNewest],
  take('breadcrumbs'),
  ['frames', (event) => cutStacks(event, 16_384)],
  take('contexts'),
  take('debug_meta'),
  take('exceptions'),
  take('tags'),
  ['frames', (event) => cutStacks(event, 2048)],
]

type Dispensable =
  | 'screenshot'
  | 'source_context'
  | 'extra'
  | 'breadcrumbs'
  | 'contexts'
  | 'debug_meta'
  | 'exceptions'
  | 'tags'

function take(field: Dispensable) {
  return [field, (event) => event[field] !== undefined && delete event[field]] as (typeof steps)[number]
}

function keepNewest(event: BugleEvent): boolean {
  if (!Array.isArray(event.breadcrumbs)) return false
  event.breadcrumbs = event.breadcrumbs.slice(-10)
  return true
}

/** A hook may have put in anything. */
function cutStacks(event: BugleEvent, length: number): boolean {
  const cutStack = <T extends { stack: string | null }>(part: T): T => ({
    ...part,
    stack: part?.stack && toText(part.stack, length),
  })
  event.stack = cutStack(event).stack
  if (Array.isArray(event.exceptions)) event.exceptions = event.exceptions.map(cutStack)
  return true
}

const texts = [
  'event_id',
  'platform',
  'app_id',
  'exception_type',
  'message',
  'stack',
  'release',
  'dist',
  'environment',
  'timestamp',
] as const

/** What is left of an event that the server does not take as it is: a hook of the host may have put in anything. */
export function toEssentials(event: BugleEvent): Partial<BugleEvent> {
  const { sdk, repeat, client_drops } = event
  const small: Record<string, unknown> = { sdk, repeat, client_drops, shrunk: ['refused'] }
  for (const field of texts) if (typeof event[field] === 'string') small[field] = event[field]
  return small
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
