import { readEvent } from '@bugle/sentry-event'
import { type Connection, transactionOn } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { findGroupsKeeping, hideTags, replaceBoundaryEvents, type TagOfGroup } from '../counters/index.ts'
import type { ObjectPayloads } from '../objects/index.ts'
import type { BodySource, PackRow } from '../storage/index.ts'
import {
  bodiesByPosition,
  countedTags,
  listEventsOfUser,
  locationOf,
  readBodies,
  removeShares,
  rewriteWithout,
  type Share,
  walkShares,
} from '../storage/index.ts'
import { namesPerson } from './names-person.ts'
import { countEventsOfUser, idsOf, type PersonRequest, saveProgress, type UserEvent } from './people-store.ts'

interface TheirEvent extends UserEvent {
  said: Said | undefined
}

/**
 * Erases the events of a person. Each step is a transaction that also records its progress; the next worker does not
 * find erased events again.
 *
 * @returns whether all of them are gone; false if time ran out
 */
export async function eraseEventsOf(
  client: Connection,
  request: PersonRequest,
  { objects, userKeys, isOver }: { objects: ObjectPayloads; userKeys: number[]; isOver: () => boolean },
): Promise<boolean> {
  const { projectId } = request
  const total = request.eventCount + (await countEventsOfUser(client, projectId, userKeys))
  await listEventsOfUser(client, projectId, userKeys)
  let now = request
  return walkShares<UserEvent>(client, projectId, {
    objects,
    isOver,
    // The body holds the tags to subtract, and shows whose event it is.
    needsPack: () => true,
    // Nothing can be prepared ahead: the body may have to be read first.
    step: async (shares, packs) => async () => {
      const theirs = await keepTheirs({ db: client, objects }, now, { shares, packs })
      const eventCount = now.eventCount + theirs.flatMap(({ events }) => events).length
      const next = { ...now, eventCount, progress: Math.min(1, eventCount / total) }
      await eraseShares(client, next, { objects, shares: theirs, packs })
      now = next
    },
  })
}

/** Erases shares and records the progress of the request. */
async function eraseShares(
  client: Connection,
  request: PersonRequest,
  {
    objects,
    shares,
    packs,
  }: { objects: ObjectPayloads; shares: readonly Share<TheirEvent>[]; packs: ReadonlyMap<number, PackRow> },
): Promise<void> {
  const { projectId } = request
  const events = shares.flatMap((share) => share.events)
  if (events.length === 0) return
  const rewrites = await rewriteWithout({ db: client, objects }, packs, shares)
  await passOnFirstAndLast(client, projectId, events)
  await transactionOn(client, async (tx) => {
    await takeLock(tx, 'tags')
    await hideTags(tx, projectId, tagsOf(events))
    await removeShares(tx, projectId, shares, rewrites)
    await saveProgress(tx, request)
  })
}

/** Returns the events with the person's key that are really theirs, or cannot be read: two ids may share a key. */
async function keepTheirs(
  source: BodySource,
  request: PersonRequest,
  { shares, packs }: { shares: readonly Share<UserEvent>[]; packs: ReadonlyMap<number, PackRow> },
): Promise<Share<TheirEvent>[]> {
  const theirs: Share<TheirEvent>[] = []
  for (const { packId, isWhole, events } of shares) {
    const pack = packId === undefined ? undefined : packs.get(packId)
    const said = await readSaid(source, request, { events, pack })
    const own = events.flatMap((event, index) => {
      const one = said[index]
      return one === undefined || one.isTheirs ? [{ ...event, said: one }] : []
    })
    theirs.push({ packId, isWhole: isWhole && own.length === events.length, events: own })
  }
  return theirs
}

/** Reads the requested values out of the bodies of a share; undefined for a missing body. */
async function readSaid(
  source: BodySource,
  request: PersonRequest,
  { events, pack }: { events: readonly UserEvent[]; pack: PackRow | undefined },
): Promise<(Said | undefined)[]> {
  const { projectId } = request
  const ids = idsOf(request)
  const locations = events.map(({ segmentId, position }) => ({ projectId, segmentId, position }))
  if (pack === undefined) return readBodies(source, locations, (body) => saidIn(body, ids))
  const bodies = await bodiesByPosition(source, pack)
  return locations.map((location) => saidIn(bodies.get(locationOf(location)), ids))
}

interface Said {
  isTheirs: boolean
  tags: [key: string, value: string][]
  repeat: number
}

/** The values kept from a body, because packs are large. */
function saidIn(body: Buffer | undefined, ids: readonly string[]): Said | undefined {
  if (body === undefined) return undefined
  const sent = readEvent(body)
  return { isTheirs: namesPerson(sent.event, ids), tags: countedTags(sent), repeat: sent.event.repeat ?? 1 }
}

function tagsOf(events: readonly TheirEvent[]): TagOfGroup[] {
  const tags = new Map<string, TagOfGroup>()
  for (const { groupId, said } of events)
    for (const [key, value] of said?.tags ?? []) {
      const name = `${groupId} ${key}\0${value}`
      const tag = tags.get(name) ?? { groupId, key, value, count: 0 }
      tag.count += said!.repeat
      tags.set(name, tag)
    }
  return [...tags.values()]
}

/** Keeps the first and latest events of groups: before one of them goes, the next one takes its role. */
async function passOnFirstAndLast(client: Connection, projectId: number, events: readonly TheirEvent[]): Promise<void> {
  const groupIds = await findGroupsKeeping(client, projectId, events)
  if (groupIds.length === 0) return
  await transactionOn(client, async (tx) => {
    await takeLock(tx, 'groups')
    await replaceBoundaryEvents(tx, projectId, { groupIds, events })
  })
}
