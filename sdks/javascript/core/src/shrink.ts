import type { BugleEvent } from './event.ts'

/** Below the 1,048,576 bytes of the interface, with room for what a proxy may add. */
export const maxBytes = 1_040_000

/**
 * The event as JSON of at most `limit` bytes. What is too much goes by rule – screenshot, extra, oldest breadcrumbs, deep
 * frames, then what is left but the essentials – and the event says so in `shrunk`.
 *
 * @param limit bytes of UTF-8
 */
export function toBody(event: BugleEvent, limit = maxBytes): string {
  const whole = JSON.stringify(event)
  if (byteLength(whole) <= limit) return whole
  const small: BugleEvent = { ...event, shrunk: [...(event.shrunk ?? [])] }
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
  take('extra'),
  ['breadcrumbs', (event) => keepNewest(event, 10)],
  take('breadcrumbs'),
  ['frames', (event) => cutStacks(event, 16_384)],
  take('contexts'),
  take('debug_meta'),
  take('exceptions'),
  take('tags'),
  ['frames', (event) => cutStacks(event, 2048)],
]

function take(field: 'screenshot' | 'extra' | 'breadcrumbs' | 'contexts' | 'debug_meta' | 'exceptions' | 'tags') {
  return [field, (event) => field in event && delete event[field]] as (typeof steps)[number]
}

function keepNewest(event: BugleEvent, count: number): boolean {
  const { breadcrumbs = [] } = event
  if (breadcrumbs.length <= count) return false
  event.breadcrumbs = breadcrumbs.slice(breadcrumbs.length - count)
  return true
}

function cutStacks(event: BugleEvent, length: number): boolean {
  const cutStack = <T extends { stack: string | null }>(part: T): T => ({
    ...part,
    stack: part.stack?.slice(0, length) ?? null,
  })
  event.stack = cutStack(event).stack
  if (event.exceptions !== undefined) event.exceptions = event.exceptions.map(cutStack)
  return true
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    // A surrogate is half of four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}
