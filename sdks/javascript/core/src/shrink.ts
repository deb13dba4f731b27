import type { BugleEvent } from './event.ts'

/** Below the 1,048,576 bytes of the interface, with room for what a proxy may add. */
export const maxBytes = 1_040_000

/**
 * The event as JSON of at most `limit` bytes. What is too much goes by rule – texts beyond what the server keeps, screenshot,
 * source lines, extra, oldest breadcrumbs, deep frames, then whatever is largest but the essentials – and the event says so in
 * `shrunk`.
 *
 * @param limit bytes of UTF-8
 */
export function toBody(event: BugleEvent, limit: number = maxBytes): string {
  let body = JSON.stringify(event)
  if (byteLength(body) <= limit) return body
  const small: BugleEvent = { ...event, shrunk: [event.shrunk ?? []].flat() }
  const sizeOf = (name: string) => JSON.stringify(event[name as 'extra']).length
  const largest = dispensable(event).sort((a, b) => sizeOf(b) - sizeOf(a))
  for (const [name, shrink] of [...steps, ...largest.map(take), cutTexts('frames', 2048)]) {
    if (!shrink(small)) continue
    if (!small.shrunk!.includes(name)) small.shrunk!.push(name)
    body = JSON.stringify(small)
    if (byteLength(body) <= limit) break
  }
  return body
}

/** What an event cannot do without, all of it texts. */
const essential = [
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
]
/** What is ours to say, and bounded. */
const own = ['sdk', 'repeat', 'users', 'client_drops', 'shrunk']

type Step = [name: string, shrink: (event: BugleEvent) => boolean]

/** In their order; each says whether there was something to take. A hook may have put in anything, anywhere. */
const steps: Step[] = [
  // The server keeps no more of a text: that is no loss.
  cutTexts('texts', 65_536),
  ...['screenshot', 'source_context', 'extra'].map(take),
  ['breadcrumbs', keepNewest],
  cutTexts('frames', 16_384),
]

/** Leaves so much of a stack, and 8 KiB of any other text but what goes as a whole. */
function cutTexts(name: string, stackLength: number): Step {
  return [
    name,
    (event) => {
      const { screenshot, source_context, extra, ...others } = event
      const whole = JSON.stringify(others)
      const short = JSON.parse(whole, (key, value) =>
        typeof value === 'string' ? value.slice(0, key === 'stack' ? stackLength : 8192) : value,
      )
      Object.assign(event, short)
      return JSON.stringify(short).length < whole.length
    },
  ]
}

function take(field: string): Step {
  return [field, (event) => field in event && delete event[field as 'extra']]
}

function keepNewest(event: BugleEvent): boolean {
  const all = event.breadcrumbs
  if (Array.isArray(all)) event.breadcrumbs = all.slice(-10)
  return all !== event.breadcrumbs
}

/** Names of what there is beside essential texts and what is ours. */
function dispensable(event: BugleEvent): string[] {
  return Object.keys(event).filter((name) => {
    const type = typeof event[name as 'extra']
    return type !== 'undefined' && !(essential.includes(name) ? type === 'string' : own.includes(name))
  })
}

/** What is left of an event that the server does not take as it is: a hook of the host may have put in anything. */
export function toEssentials(event: BugleEvent): BugleEvent {
  const small = { ...event, shrunk: ['refused'] }
  for (const name of dispensable(small)) delete small[name as 'extra']
  return small
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
