import type { BugleEvent } from './event.ts'
import { isEssential, toMinimal } from './minimal.ts'
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
  const dispensable = Object.entries(event).filter((field) => field[1] !== undefined && !isEssential(field))
  const largest = dispensable.map(([name]) => name).sort((a, b) => sizeOf(b) - sizeOf(a))
  for (const [name, shrink] of [...steps(), ...largest.map(remove), cutTexts('frames', 2048)]) {
    if (!shrink(small)) continue
    if (!small.shrunk!.includes(name)) small.shrunk!.push(name)
    body = JSON.stringify(small)
    if (byteLength(body) <= limit) break
  }
  return body
}

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

/** Reduces events that are too large for the server or a proxy part by part, and keeps what fits. */
export function shrinking(): Integration {
  return {
    name: 'shrinking',
    setup(runtime) {
      /** Size limit of an event; lowered when a proxy on the way refuses smaller ones. */
      let most = maxBytes
      runtime.shrink = {
        toBody,
        fit: (body) => (byteLength(body) > most ? toBody(JSON.parse(body), most) : body),
        shorten(body, status) {
          if (status !== 413) return toMinimal(body)
          const quarter = byteLength(body) >> 2
          most = Math.max(leastBytes, Math.min(most, quarter))
          const smaller = toBody(JSON.parse(body), quarter)
          return smaller.length < body.length ? smaller : undefined
        },
      }
    },
  }
}
