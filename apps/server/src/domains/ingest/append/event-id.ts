import * as crypto from 'node:crypto'
import { type HexId, limits, toHexId } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import { hourMs } from '../../../lib/time.ts'
import { clientKeyOf, derivedBits, ownKeyOf } from '../../storage/index.ts'

/** Id of an event, and the key that recognizes a retry, if the id does not suffice. */
export interface ChosenId {
  /** 32 hex digits. */
  eventId: HexId
  /** 32 hex digits of the key under which the ids are remembered for 24 h; undefined when the id itself suffices. */
  key: HexId | undefined
}

/**
 * Chooses the id of an event. A client's UUIDv7 becomes the event's id if its time is plausible: a retry then meets the
 * same primary key. Any other client id, and an Idempotency-Key, is remembered for 24 h. Near the ends of the sane
 * range an id is remembered too: a retry must find it even when the clock has carried it over the edge meanwhile.
 */
export function chooseEventId(
  given: string | null | undefined,
  idempotencyKey: string | undefined,
  now: number,
): ChosenId {
  const clientId = given == null ? undefined : toHexId(given.toLowerCase())
  const isOwn = clientId !== undefined && isSane(clientId, now)
  const eventId = isOwn ? clientId : (uuidv7obj().toHex() as HexId)
  if (idempotencyKey !== undefined) return { eventId, key: keyOf(`key:${idempotencyKey}`) }
  if (clientId === undefined || (isOwn && isFresh(clientId, now))) return { eventId, key: undefined }
  return { eventId, key: ownKeyOf(clientId) }
}

function isSane(hex: HexId, now: number): boolean {
  if (hex[12] !== '7' || !'89ab'.includes(hex[16]!)) return false
  const age = now - timeOf(hex)
  return Math.abs(age) <= 2 * limits.idempotencyHours * hourMs
}

function isFresh(hex: HexId, now: number): boolean {
  const age = now - timeOf(hex)
  return age >= -hourMs / 12 && age <= limits.idempotencyHours * hourMs
}

/** RFC 9562: the first 48 bits are epoch milliseconds. */
function timeOf(hex: HexId): number {
  return Number.parseInt(hex.slice(0, 12), 16)
}

function keyOf(text: string): HexId {
  return crypto.createHash('sha256').update(text).digest('hex').slice(0, 32) as HexId
}

/**
 * Chooses the id of an event whose client names it by random digits, as Sentry's SDKs do: a UUIDv7 of the event's own
 * time and a hash of project and client's id. A retry has the same body, so it meets the same primary key without a
 * key of its own; only an event that is late, or without a time, needs one.
 */
export function chooseDerivedId({
  projectId,
  clientId,
  time,
  now,
}: {
  projectId: number
  clientId: string | undefined
  time: number | undefined
  now: number
}): ChosenId {
  if (clientId === undefined) return { eventId: uuidv7obj().toHex() as HexId, key: undefined }
  if (time === undefined) return { eventId: uuidv7obj().toHex() as HexId, key: clientKeyOf(clientId) }
  const derived = derivedId(projectId, clientId, time)
  const isOwn = isSane(derived, now)
  const eventId = isOwn ? derived : (uuidv7obj().toHex() as HexId)
  return { eventId, key: isOwn && isFresh(derived, now) ? undefined : clientKeyOf(clientId) }
}

function derivedId(projectId: number, clientId: string, time: number): HexId {
  const hex = Math.trunc(time).toString(16).padStart(12, '0').slice(-12)
  return `${hex}${derivedBits(projectId, clientId)}` as HexId
}
