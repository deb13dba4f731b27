import type { Random } from '../e2e/harness/random.ts'

/**
 * Variable parts of an otherwise fixed body. A template is serialized once; variable values (ids, numbers, times) are
 * written over its bytes just before sending, which takes about a microsecond and keeps events as hard to compress as
 * real ones.
 *
 * Slots in a template: `@d6@` six digits · `@n4@` four digits of a JSON number, quotes dropped · `@x8@` hex digits ·
 * `@u@` a UUID · `@p@` one of 5,000 people · `@i@` a UUIDv7 · `@t@` the current time · `@r0@` the first slot's value
 * again.
 */
export interface SlottedBody {
  bytes: Buffer
  slots: Slot[]
}

interface Slot {
  kind: 'digits' | 'hex' | 'uuid' | 'person' | 'id' | 'time' | 'repeat'
  offset: number
  length: number
  /** Offset of the value to repeat. */
  source: number
}

const kinds = { d: 'digits', n: 'digits', x: 'hex', u: 'uuid', p: 'person', i: 'id', t: 'time', r: 'repeat' } as const
const fixedLengths = { uuid: 36, person: 4, id: 36, time: 24, digits: 0, hex: 0, repeat: 0 }
const people = 5000

/** Compiles a serialized template to bytes and slot offsets. */
export function compile(template: string): SlottedBody {
  const slots: Slot[] = []
  const parts: string[] = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += Buffer.byteLength(text)
  }
  let from = 0
  for (const match of template.matchAll(/"@n(\d+)@"|@([dxupitr])(\d*)@/g)) {
    add(template.slice(from, match.index))
    from = match.index + match[0].length
    const kind = kinds[(match[2] ?? 'n') as keyof typeof kinds]
    const number = Number(match[1] ?? match[3])
    const repeated = kind === 'repeat' ? slots[number]! : undefined
    const size = repeated?.length ?? (fixedLengths[kind] || number)
    slots.push({ kind, offset: length, length: size, source: repeated?.offset ?? 0 })
    add(size === 36 ? '00000000-0000-4000-8000-000000000000' : '1'.repeat(size))
  }
  add(template.slice(from))
  return { bytes: Buffer.from(parts.join('')), slots }
}

/** Replaces the slots of a text by repetitions of the template's first ones. */
export function repeatSlots(text: string): string {
  let index = 0
  return text.replaceAll(/@[dxup]\d*@/g, () => `@r${index++}@`)
}

/** Writes new values into the slots; `now`, in epoch milliseconds, is the event's time. */
export function fill({ bytes, slots }: SlottedBody, random: Random, now: number, occurredAt = now): void {
  for (const { kind, offset, length, source } of slots) {
    if (kind === 'digits') writeDigits(bytes, offset, length, random)
    else if (kind === 'hex') writeHex(bytes, offset, length, random)
    else if (kind === 'uuid') writeUuid(bytes, offset, random)
    else if (kind === 'person') writeNumber(bytes, offset, length, random.below(people))
    else if (kind === 'id') writeUuidV7(bytes, offset, random, now)
    else if (kind === 'repeat') bytes.copyWithin(offset, source, source + length)
    else bytes.write(isoTime(occurredAt), offset, 'latin1')
  }
}

const hexDigits = Buffer.from('0123456789abcdef')
const zero = 0x30

function writeDigits(bytes: Buffer, offset: number, length: number, random: Random): void {
  const least = 10 ** (length - 1)
  writeNumber(bytes, offset, length, least + random.below(9 * least)) // no leading zero, since it may be a JSON number
}

function writeNumber(bytes: Buffer, offset: number, length: number, value: number): void {
  let rest = value
  for (let at = offset + length - 1; at >= offset; at -= 1) {
    bytes[at] = zero + (rest % 10)
    rest = Math.floor(rest / 10)
  }
}

function writeHex(bytes: Buffer, offset: number, length: number, random: Random): void {
  let bits = 0
  for (let at = 0; at < length; at += 1) {
    if (at % 7 === 0) bits = random.below(0x10000000)
    bytes[offset + at] = hexDigits[bits & 15]!
    bits >>>= 4
  }
}

function writeUuid(bytes: Buffer, offset: number, random: Random): void {
  writeHex(bytes, offset, 8, random)
  writeHex(bytes, offset + 9, 4, random)
  writeHex(bytes, offset + 15, 3, random)
  writeHex(bytes, offset + 20, 3, random)
  writeHex(bytes, offset + 24, 12, random)
}

let lastMillisecond = 0
let sequence = 0

/** Time, a counter and random bits: unique within the process, and practically between seeds. */
function writeUuidV7(bytes: Buffer, offset: number, random: Random, now: number): void {
  sequence = now === lastMillisecond ? (sequence + 1) & 0xfff : 0
  lastMillisecond = now
  let high = Math.floor(now / 65_536)
  for (let at = 7; at >= 0; at -= 1) {
    bytes[offset + at] = hexDigits[high & 15]!
    high >>>= 4
  }
  let low = now % 65_536
  for (let at = 12; at >= 9; at -= 1) {
    bytes[offset + at] = hexDigits[low & 15]!
    low >>>= 4
  }
  bytes[offset + 14] = 0x37
  let counter = sequence
  for (let at = 17; at >= 15; at -= 1) {
    bytes[offset + at] = hexDigits[counter & 15]!
    counter >>>= 4
  }
  bytes[offset + 19] = 0x38
  writeHex(bytes, offset + 20, 3, random)
  writeHex(bytes, offset + 24, 12, random)
}

let shownMillisecond = Number.NaN
let shownTime = ''

function isoTime(at: number): string {
  if (at !== shownMillisecond) {
    shownMillisecond = at
    shownTime = new Date(at).toISOString()
  }
  return shownTime
}
