import type { HexId } from '@bugle/protocol'
import type { PackEntry } from './pack.ts'

export interface PackableBody extends PackEntry {
  groupId: HexId
}

/**
 * Bytes divided together, in the order of arrival. An event is searched in the packs that end after it: all packs of a
 * batch end near its end, so there must be few of them.
 */
const rangeBytes = 512 * 1024
/** Bytes of one pack: reading an event decompresses everything before it. */
const packBytes = 256 * 1024
/** A group with this many bytes of a batch gets packs of its own: they go as a whole when its issue is deleted. */
const ownPackBytes = 64 * 1024

/**
 * Divides the bodies of a project, ordered by segment and position, among packs, each in that order again. Bodies of
 * one group are kept together as far as they fit into a pack, because they compress well together and are erased
 * together. A body larger than a pack gets one of its own.
 */
export function divideIntoPacks<Body extends PackableBody>(bodies: readonly Body[]): Body[][] {
  return cut(bodies, rangeBytes).flatMap(divideRange)
}

function divideRange<Body extends PackableBody>(bodies: Body[]): Body[][] {
  if (bytesOf(bodies) <= packBytes) return [bodies]
  const packs: Body[][] = []
  let shared: Body[] = []
  for (const group of byGroup(bodies)) {
    const bytes = bytesOf(group)
    if (bytes >= ownPackBytes) {
      packs.push(...cut(group, packBytes))
      continue
    }
    if (bytesOf(shared) + bytes > packBytes) {
      packs.push(shared)
      shared = []
    }
    shared.push(...group)
  }
  if (shared.length > 0) packs.push(shared)
  return packs.map((pack) => pack.sort(inOrder))
}

/** Cuts before the size would exceed `maxBytes`. */
function cut<Body extends PackableBody>(bodies: readonly Body[], maxBytes: number): Body[][] {
  const pieces: Body[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const body of bodies) {
    bytes += body.length
    if (bytes > maxBytes) {
      pieces.push([])
      bytes = body.length
    }
    pieces.at(-1)!.push(body)
  }
  return pieces
}

function byGroup<Body extends PackableBody>(bodies: readonly Body[]): Iterable<Body[]> {
  const groups = new Map<string, Body[]>()
  for (const body of bodies) {
    const own = groups.get(body.groupId)
    if (own === undefined) groups.set(body.groupId, [body])
    else own.push(body)
  }
  return groups.values()
}

function bytesOf(bodies: readonly PackableBody[]): number {
  return bodies.reduce((sum, { length }) => sum + length, 0)
}

function inOrder(one: PackEntry, other: PackEntry): number {
  return one.segmentId - other.segmentId || one.position - other.position
}
