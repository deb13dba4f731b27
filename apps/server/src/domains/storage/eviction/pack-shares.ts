import type { Connection, Queryable, Tx } from '../../../db/database.ts'
import type { ObjectPayloads } from '../../objects/index.ts'
import { decodeDirectory } from '../packs/index.ts'
import {
  closeList,
  findPackHeads,
  type PackHead,
  type PackLocation,
  readList,
  readPacks,
  type StoredEvent,
} from './erase-events-store.ts'
import { deleteEvents, type PackRow, type PlacedContents, removePacks, rewritePack } from './evict-store.ts'
import { Pace } from './pace.ts'
import { keepEntries, locationOf, placeContents } from './rewrite-pack.ts'

/** Events to be removed, and what holds their bodies: one pack, or segments that are not packed yet. */
export interface Share<Event extends StoredEvent> {
  packId: number | undefined
  /** Whether the pack holds nothing else. */
  isWhole: boolean
  events: Event[]
}

/** Shares per transaction, and events in them; the rest of their packs is in memory meanwhile. */
const packsAtOnce = 32
const eventsAtOnce = 1000
/** A body is searched in this many packs that end after it, as reading does. */
const maxLooks = 50

/**
 * Handles some shares once the packs they need are read: prepares a result, and returns the function that writes it.
 * Preparing overlaps with writing the previous step, one being our work and the other the database's, so it must not
 * query.
 */
type Step<Event extends StoredEvent> = (
  shares: readonly Share<Event>[],
  packs: ReadonlyMap<number, PackRow>,
) => Promise<() => Promise<void>>

interface Walk<Event extends StoredEvent> {
  objects: ObjectPayloads
  needsPack: (share: Share<Event>) => boolean
  step: Step<Event>
  isOver: () => boolean
}

/**
 * Divides the listed events among what holds their bodies, and does a step with some shares at a time. The packs of the
 * project are read once, in the order of their segments: each pack with listed events comes once, with all of them.
 *
 * @returns whether the list came to its end; false if time ran out
 */
export async function walkShares<Event extends StoredEvent>(
  client: Connection,
  projectId: number,
  { objects, needsPack, step, isOver }: Walk<Event>,
): Promise<boolean> {
  await objects.open(client)
  const pace = await Pace.start(client)
  let write: (() => Promise<void>) | undefined
  let isDone = true
  for await (const shares of stepsOf<Event>(client, projectId)) {
    const packs = await readPacksOf(client, projectId, shares.filter(needsPack))
    const [made] = await Promise.all([step(shares, packs), write?.()])
    write = made
    isDone = !isOver()
    if (!isDone) break
    await pace.rest()
  }
  await write?.()
  await closeList(client)
  return isDone
}

async function* stepsOf<Event extends StoredEvent>(
  client: Connection,
  projectId: number,
): AsyncGenerator<Share<Event>[]> {
  let step: Share<Event>[] = []
  let events = 0
  for await (const share of sharesOf<Event>(client, projectId)) {
    step.push(share)
    events += share.events.length
    if (step.length < packsAtOnce && events < eventsAtOnce) continue
    yield step
    step = []
    events = 0
  }
  if (step.length > 0) yield step
}

async function* sharesOf<Event extends StoredEvent>(
  client: Connection,
  projectId: number,
): AsyncGenerator<Share<Event>> {
  const list = new WaitingEvents<Event>(client)
  let after: PackLocation = { lastSegmentId: 0, id: 0 }
  for (;;) {
    const segmentId = await list.nextSegment()
    if (segmentId === undefined) return
    const heads = await findPackHeads(client, projectId, { after, segmentId })
    if (heads.length === 0) yield { packId: undefined, isWhole: false, events: list.takeAll() }
    for (const head of heads) {
      after = head
      await list.readTo(head.lastSegmentId)
      const { inPack, isWhole, nowhere } = list.take(head)
      if (inPack.length > 0) yield { packId: head.id, isWhole, events: inPack }
      if (nowhere.length > 0) yield { packId: undefined, isWhole: false, events: nowhere }
    }
  }
}

interface Waiting<Event> {
  event: Event
  /** Number of packs searched for it. */
  looks: number
}

/** Events that were read off the list and are in no share yet. */
class WaitingEvents<Event extends StoredEvent> {
  readonly #client: Connection
  #waiting: Waiting<Event>[] = []
  #isAtEnd = false

  constructor(client: Connection) {
    this.#client = client
  }

  /** Returns the segment of the first that waits; undefined when none is left. */
  async nextSegment(): Promise<number | undefined> {
    if (this.#waiting.length === 0) await this.#read()
    return this.#waiting[0]?.event.segmentId
  }

  /** Reads until every listed event up to a segment is loaded. */
  async readTo(segmentId: number): Promise<void> {
    while (!this.#isAtEnd && (this.#waiting.at(-1)?.event.segmentId ?? 0) <= segmentId) await this.#read()
  }

  /** Takes the bodies found in a pack, and gives up bodies searched in enough packs. */
  take({ directory, lastSegmentId }: PackHead): { inPack: Event[]; isWhole: boolean; nowhere: Event[] } {
    const later = this.#waiting.findIndex(({ event }) => event.segmentId > lastSegmentId)
    const due = later === -1 ? this.#waiting : this.#waiting.slice(0, later)
    const [inPack, nowhere]: [Event[], Event[]] = [[], []]
    if (due.length === 0) return { inPack, isWhole: false, nowhere }
    const locations = new Set(decodeDirectory(directory).map(locationOf))
    const still: Waiting<Event>[] = []
    for (const one of due) {
      if (locations.has(locationOf(one.event))) inPack.push(one.event)
      else if (++one.looks === maxLooks) nowhere.push(one.event)
      else still.push(one)
    }
    this.#waiting = later === -1 ? still : still.concat(this.#waiting.slice(later))
    return { inPack, isWhole: inPack.length === locations.size, nowhere }
  }

  takeAll(): Event[] {
    const events = this.#waiting.map(({ event }) => event)
    this.#waiting = []
    return events
  }

  async #read(): Promise<void> {
    if (this.#isAtEnd) return
    const events = await readList<Event>(this.#client)
    this.#isAtEnd = events.length === 0
    for (const event of events) this.#waiting.push({ event, looks: 0 })
  }
}

async function readPacksOf(
  client: Connection,
  projectId: number,
  shares: readonly Share<StoredEvent>[],
): Promise<Map<number, PackRow>> {
  const ids = shares.flatMap(({ packId }) => (packId === undefined ? [] : [packId]))
  return new Map((await readPacks(client, projectId, ids)).map((pack) => [pack.id, pack]))
}

export interface Rewrite {
  packId: number
  /** The rest of the pack; undefined if nothing is left. */
  rest: PlacedContents | undefined
}

/**
 * Returns the rest of packs after some bodies go; packs that go whole need not be read. Prepared before the transaction
 * that writes it, which keeps that short: only maintenance writes packs, and there is one.
 */
export async function rewriteWithout(
  source: { db: Queryable; objects: ObjectPayloads },
  packs: ReadonlyMap<number, PackRow>,
  shares: readonly Share<StoredEvent>[],
): Promise<Rewrite[]> {
  const rewrites: Rewrite[] = []
  for (const { packId, isWhole, events } of shares) {
    if (packId === undefined || events.length === 0) continue
    const pack = packs.get(packId)
    const removed = new Set(events.map(locationOf))
    if (isWhole) rewrites.push({ packId, rest: undefined })
    else if (pack !== undefined) {
      const rest = await keepEntries(pack, (entry) => !removed.has(locationOf(entry)), source)
      rewrites.push({ packId, rest: await placeContents(source, pack.projectId, rest) })
    }
  }
  return rewrites
}

/** Removes the events of shares, with their screenshots, attachments and bodies. */
export async function removeShares(
  tx: Tx,
  projectId: number,
  shares: readonly Share<StoredEvent>[],
  rewrites: readonly Rewrite[],
): Promise<void> {
  await deleteEvents(
    tx,
    projectId,
    shares.flatMap(({ events }) => events.map(({ eventId }) => eventId)),
  )
  const gone = rewrites.filter(({ rest }) => rest === undefined)
  await removePacks(
    tx,
    projectId,
    gone.map(({ packId }) => packId),
  )
  for (const { packId, rest } of rewrites) if (rest !== undefined) await rewritePack(tx, projectId, packId, rest)
}
