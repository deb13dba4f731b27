import * as crypto from 'node:crypto'
import { limits } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'

/** How an event gets its id, and whether a retry must be recognised by a key of its own. */
export interface ChosenId {
  /** 32 hex digits. */
  eventId: string
  /** 32 hex digits of the key under which the ids are remembered for 24 h; undefined when the id itself suffices. */
  key: string | undefined
}

const hour = 3_600_000

/**
 * A client's UUIDv7 becomes the event's id when its time is sane: a retry then meets the same primary key.
 * Any other client id, and an Idempotency-Key, is remembered for 24 h. Near the ends of the sane range an id is
 * remembered too: a retry must find it even when the clock has carried it over the edge meanwhile.
 */
export function chooseEventId(
  given: string | null | undefined,
  idempotencyKey: string | undefined,
  now: number,
): ChosenId {
  const clientId = given?.replaceAll('-', '').toLowerCase()
  const isOwn = clientId !== undefined && isSane(clientId, now)
  const eventId = isOwn ? clientId : uuidv7obj().toHex()
  if (idempotencyKey !== undefined) return { eventId, key: keyOf(`key:${idempotencyKey}`) }
  if (clientId === undefined || (isOwn && isFresh(clientId, now))) return { eventId, key: undefined }
  return { eventId, key: keyOf(`id:${clientId}`) }
}

function isSane(hex: string, now: number): boolean {
  if (hex[12] !== '7' || !'89ab'.includes(hex[16]!)) return false
  const age = now - timeOf(hex)
  return Math.abs(age) <= 2 * limits.idempotencyHours * hour
}

function isFresh(hex: string, now: number): boolean {
  const age = now - timeOf(hex)
  return age >= -hour / 12 && age <= limits.idempotencyHours * hour
}

/** RFC 9562: the first 48 bits are epoch milliseconds. */
function timeOf(hex: string): number {
  return Number.parseInt(hex.slice(0, 12), 16)
}

function keyOf(text: string): string {
  return crypto.createHash('sha256').update(text).digest('hex').slice(0, 32)
}
