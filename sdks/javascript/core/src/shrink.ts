import type { BugleEvent } from './event.ts'
import type { Integration } from './runtime.ts'
import { byteLength } from './transport.ts'

/** Below the API's limit of 1,048,576 bytes, with room for additions by a proxy. */
export const maxBytes = 1_040_000

/** The limit never shrinks below this: a proxy that briefly refused everything must not silence later events. */
const leastBytes = 16_384

/**
 * Serializes an event to JSON of at most `limit` bytes. Reduces it in a fixed order (text beyond what the server keeps,
 * screenshot, source lines, extra, oldest breadcrumbs, deep frames, then the largest remaining non-essential field) and
 * lists the removed parts in `shrunk`.
 *
 * @param limit bytes of UTF-8
 */
export function toBody(event: BugleEvent, limit: number = maxBytes): string {
  let body = JSON.stringify(event)
  if (byteLength(body) <= limit) return body
  const small: BugleEvent = { ...event, shrunk: [event.shrunk ?? []].flat() }
  const sizeOf = (name: string) => JSON.stringify(event[name as 'extra']).length
  const largest = dispensable(event).sort((a, b) => sizeOf(b) - sizeOf(a))
  for (const [name, shrink] of [...steps(), ...largest.map(remove), cutTexts('frames', 2048)]) {
    if (!shrink(small)) continue
    if (!small.shrunk!.includes(name)) small.shrunk!.push(name)
    body = JSON.stringify(small)
    if (byteLength(body) <= limit) break
  }
  return body
}

/** Essential fields, all of them strings. */
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
/** Bounded fields that the SDK itself writes. */
const own = ['sdk', 'repeat', 'users', 'client_drops', 'shrunk']

type Step = [name: string, shrink: (event: BugleEvent) => boolean]

/** Steps in order; each returns whether it removed anything. A hook may have added anything anywhere. */
const steps = (): Step[] => [
  // No loss: the server keeps no more of a text.
  cutTexts('texts', 65_536),
  ...['screenshot', 'source_context', 'extra'].map(remove),
  ['breadcrumbs', keepNewest],
  cutTexts('frames', 16_384),
]

/** Cuts stacks to the given length and other texts to 8 KiB, except fields that are removed as a whole. */
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

function remove(field: string): Step {
  return [field, (event) => field in event && delete event[field as 'extra']]
}

function keepNewest(event: BugleEvent): boolean {
  const all = event.breadcrumbs
  if (Array.isArray(all)) event.breadcrumbs = all.slice(-10)
  return all !== event.breadcrumbs
}

/** Lists the fields that are neither essential strings nor the SDK's own. */
function dispensable(event: BugleEvent): string[] {
  return Object.keys(event).filter((name) => {
    const type = typeof event[name as 'extra']
    return type !== 'undefined' && !(essential.includes(name) ? type === 'string' : own.includes(name))
  })
}

/** Reduces an event that the server refuses to its minimal form: a hook of the host may have added anything. */
function toMinimal(event: BugleEvent): string {
  const small = { ...event, shrunk: ['refused'] }
  for (const name of dispensable(small)) delete small[name as 'extra']
  return JSON.stringify(small)
}

/** Reduces events that are too large for the server or a proxy, instead of losing them. */
export function shrinking(): Integration {
  return {
    name: 'shrinking',
    setup(runtime) {
      /** Size limit of an event; lowered when a proxy on the way refuses smaller ones. */
      let most = maxBytes
      runtime.shrink = {
        toBody,
        fit: (body) => (byteLength(body) > most ? toBody(JSON.parse(body), most) : body),
        reduce(body, status) {
          const event = JSON.parse(body)
          const quarter = byteLength(body) >> 2
          if (status === 413) most = Math.max(leastBytes, Math.min(most, quarter))
          const smaller = status === 413 ? toBody(event, quarter) : toMinimal(event)
          return smaller.length < body.length ? smaller : undefined
        },
      }
    },
  }
}
