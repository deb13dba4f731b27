import { createHash } from 'node:crypto'
import type { Random } from '../../e2e/harness/random.ts'

/** The values of one event, each drawn on first use. */
export type Slots = (name: string) => string

const digits = '0123456789'
const hexDigits = '0123456789abcdef'

const draws: Record<string, (random: Random) => string> = {
  order: (random) => chars(random, digits, 6),
  row: (random) => String(1000 + random.below(90_000)),
  count: (random) => String(2 + random.below(9)),
  ms: (random) => String(120 + random.below(2900)),
  long: (random) => String(10_000 + random.below(20_000)),
  bytes: (random) => String(4096 * (1 + random.below(9000))),
  hex: (random) => chars(random, hexDigits, 8),
  uuid: (random) => [8, 4, 4, 4, 12].map((length) => chars(random, hexDigits, length)).join('-'),
  sku: (random) => `SKU-${chars(random, digits, 5)}`,
  ean: (random) => chars(random, digits, 13),
  host: (random) => `10.0.3.${2 + random.below(40)}`,
  price: (random) => `${5 + random.below(200)}.${random.pick(['00', '49', '90', '99'])}`,
  query: (random) => random.pick(['rain jacket', 'tent', 'head torch', 'stove', 'boots 43', 'sleeping bag']),
  product: (random) => random.pick(['trail-jacket', 'two-man-tent', 'gas-stove', 'wool-socks', 'head-torch']),
  coupon: (random) => random.pick(['WELCOME10', 'AUTUMN', 'FRIENDS', 'FREESHIP']),
  city: (random) => random.pick(['Leeds', 'Lyon', 'Graz', 'Porto', 'Gdańsk', 'Malmö']),
}

export function makeSlots(random: Random, release: string): Slots {
  const values = new Map([
    ['release', release],
    // The last line of a PHP trace.
    ['main', '{main}'],
    ['hash', hashOf(release)],
  ])
  return (name) => {
    const known = values.get(name)
    if (known !== undefined) return known
    const draw = draws[name]
    if (draw === undefined) throw new Error(`There is no slot {${name}}.`)
    const value = draw(random)
    values.set(name, value)
    return value
  }
}

/** Makes up the content hash of a release's files, equal for all users and never without a digit. */
export function hashOf(release: string): string {
  return `${createHash('sha256').update(release).digest('hex').slice(0, 7)}4`
}

/** Replaces `{name}` in every string within a value. A string that is one slot of digits becomes a number. */
export function fill<T>(value: T, slots: Slots): T {
  return fillAny(value, slots) as T
}

function fillAny(value: unknown, slots: Slots): unknown {
  if (typeof value === 'string') return fillText(value, slots)
  if (Array.isArray(value)) return value.map((entry) => fillAny(entry, slots))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillAny(entry, slots)]))
}

function fillText(text: string, slots: Slots): string | number {
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => slots(name))
  return /^\{(ms|long|count|bytes)\}$/.test(text) ? Number(filled) : filled
}

function chars(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('')
}
