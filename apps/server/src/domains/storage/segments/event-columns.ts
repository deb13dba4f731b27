import type { HexId } from '@bugle/protocol'
import type { Grouping } from '../../grouping/index.ts'
import { DamagedBody } from './damaged-body.ts'

/** Facts about an event beside its columns, as bits of `events.flags`. */
export const eventFlag = {
  /** Some text was over its limit. */
  trimmed: 1,
  /** U+0000 or lone surrogates were replaced. */
  repaired: 2,
  screenshot: 4,
  handled: 8,
  unhandled: 16,
  /** Digest could not apply it in full; it is stored and counted. */
  processing_error: 32,
  /** The screenshot is also in the body, because its base64 spelling could not be restored. */
  screenshot_in_body: 64,
  /** The event represents errors of several users, listed in its body. */
  users: 128,
} as const

/** The details an issue needs of its first event; sent along only while the group may be new. */
export interface GroupDetails {
  fingerprint: string
  grouping: Grouping
  type: string
  message: string
}

/**
 * The columns of an event that digest needs, extracted and validated by ingest; everything else stays in the body. Ids
 * are uuids as 32 hex digits, times epoch milliseconds.
 */
export interface EventColumns {
  projectId: number
  eventId: HexId
  groupId: HexId
  /** The group of the stack as it was sent, if `groupId` is an exact group; else null. */
  coarseGroupId: HexId | null
  /** The group of its innermost calls, for an event whose exact group would be one too many. */
  innerGroupId: HexId | null
  occurredAt: number
  receivedAt: number
  level: number
  platform: number
  repeat: number
  flags: number
  userKey: number | null
  /** Keys of further users that an event with `repeat` happened to. */
  otherUserKeys: number[]
  release: string | null
  environment: string
  tags: [key: string, value: string][]
  clientDrops: [reason: string, count: number][]
  group: GroupDetails | null
}

/** Returns the group whose id always leads to the event's issue, whatever its stack resolves to. */
export function namedGroupOf({ groupId, coarseGroupId }: Pick<EventColumns, 'groupId' | 'coarseGroupId'>): HexId {
  return coarseGroupId ?? groupId
}

/** Returns the keys of all users affected by an event. */
export function userKeysOf({ userKey, otherUserKeys }: EventColumns): number[] {
  return userKey === null ? otherUserKeys : [userKey, ...otherUserKeys]
}

/**
 * An event with its position, and with its interned values as numbers of the project: 0 until digest has looked them
 * up.
 */
export interface SegmentEvent extends EventColumns {
  segmentId: number
  position: number
  releaseId: number
  environmentId: number
}

type Row = [
  projectId: number,
  eventId: HexId,
  groupId: HexId,
  occurredAt: number,
  receivedAt: number,
  level: number,
  platform: number,
  repeat: number,
  flags: number,
  userKey: number | null,
  release: string | null,
  environment: string,
  tags: [string, string][],
  clientDrops: [string, number][],
  group: GroupDetails | null,
  otherUserKeys: number[],
  coarseGroupId: HexId | null,
  innerGroupId: HexId | null,
]

/** Encodes the columns of a segment's events, with the length of each body, for `segments.columns`. */
export function encodeColumns(events: readonly EventColumns[], lengths: readonly number[]): Buffer {
  return Buffer.from(JSON.stringify({ lengths, rows: events.map(toRow) }))
}

/** The first bytes of the columns, enough to hold the lengths of all bodies. */
export const lengthsBytes = 8192

/** Decodes the lengths of the bodies alone, from the first bytes of the encoded columns. */
export function decodeLengths(head: Buffer): number[] {
  const end = head.indexOf(']')
  if (end === -1) throw new DamagedBody('a segment’s columns begin with more lengths than a segment has')
  return (JSON.parse(`${head.toString('latin1', 0, end)}]}`) as { lengths: number[] }).lengths
}

/** Decodes the columns of a segment's events. */
export function decodeColumns(bytes: Buffer, segmentId: number): { events: SegmentEvent[]; lengths: number[] } {
  const { rows, lengths } = parse(bytes)
  return { events: rows.map((row, position) => fromRow(row, segmentId, position)), lengths }
}

/** The columns of an event that packing needs: its owner, and the position of its body in the segment. */
export interface EventLocation {
  projectId: number
  eventId: HexId
  groupId: HexId
  receivedAt: number
  segmentId: number
  position: number
  /** Bytes of the body. */
  length: number
}

/** Decodes the locations of a segment's events alone: packing needs nothing else. */
export function decodeLocations(bytes: Buffer, segmentId: number): EventLocation[] {
  const { rows, lengths } = parse(bytes)
  return rows.map(([projectId, eventId, groupId, , receivedAt], position) => ({
    projectId,
    eventId,
    groupId,
    receivedAt,
    segmentId,
    position,
    length: lengths[position]!,
  }))
}

function parse(bytes: Buffer): { rows: Row[]; lengths: number[] } {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw new DamagedBody('the columns of a segment cannot be read', { cause: error })
  }
}

function toRow(event: EventColumns): Row {
  return [
    event.projectId,
    event.eventId,
    event.groupId,
    event.occurredAt,
    event.receivedAt,
    event.level,
    event.platform,
    event.repeat,
    event.flags,
    event.userKey,
    event.release,
    event.environment,
    event.tags,
    event.clientDrops,
    event.group,
    event.otherUserKeys,
    event.coarseGroupId,
    event.innerGroupId,
  ]
}

function fromRow(row: Row, segmentId: number, position: number): SegmentEvent {
  return {
    projectId: row[0],
    eventId: row[1],
    groupId: row[2],
    occurredAt: row[3],
    receivedAt: row[4],
    level: row[5],
    platform: row[6],
    repeat: row[7],
    flags: row[8],
    userKey: row[9],
    release: row[10],
    environment: row[11],
    tags: row[12],
    clientDrops: row[13],
    group: row[14],
    otherUserKeys: row[15],
    // Absent in a segment that an earlier release wrote.
    coarseGroupId: row[16] ?? null,
    innerGroupId: row[17] ?? null,
    segmentId,
    position,
    releaseId: 0,
    environmentId: 0,
  }
}
