import type { PackEntry } from './pack.ts'

export interface PackableBody extends PackEntry {
  groupId: string
}

/**
 * Bytes that are divided together, in the order they came. An event is looked for in the packs that end after it: all
 * packs of a stretch end near its end, so there must be few of them.
 */
const rangeBytes = 512 * 1024
/** Bytes of one pack: reading one event undoes the compression of what stands before it. */
const packBytes = 256 * 1024
/** A group with so much of a stretch has packs of its own: they go whole when its issue is deleted. */
const ownPackBytes = 64 * 1024

/**
 * Divides the bodies of a project, which come in the order of segment and position, among packs; those of a pack are in that
 * order again. Bodies of one group are kept together as far as they go into a pack, as they are alike, and as they go
 * together. A body that is larger than a pack is one by itself.
 */
export function divideIntoPacks<Body extends PackableBody>(bodies: readonly Body[]): Body[][] {
  return cut(bodies, rangeBytes).flatMap(divideRange)
}

function divideRange<Body extends PackableBody>(stretch: Body[]): Body[][] {
  if (bytesOf(stretch) <= packBytes) return [stretch]
  const packs: Body[][] = []
  let shared: Body[] = []
  for (const group of byGroup(stretch)) {
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

/** Cuts where it would be more than so many bytes. */
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
