import { type Connection, type Database, onConnection, transactionOn } from '../../../db/database.ts'
import { isDataError } from '../../../db/error-class.ts'
import { Loop } from '../../../lib/loop.ts'
import {
  claimSegments,
  EventPartitions,
  type QueuedSegment,
  releaseOrphanClaims,
  type SegmentEvent,
} from '../../storage/index.ts'
import { Blame } from './blame.ts'
import { type DigestDeps, type DigestResult, digest } from './digest.ts'
import { type DigestMemory, forgetLearned, keepLearned, newMemory } from './digest-memory.ts'
import { paceAfter } from './digest-pace.ts'
import { digestWithCare } from './digest-with-care.ts'
import { type ExactGroupsOptions, noExactGroups } from './exact-groups.ts'
import { QueuePosition } from './queue-position.ts'

export interface DigestLoopOptions {
  db: Database
  now: () => Date
  /** Small batches begin at most this often, so that each is worth its statements; without a bound by default. */
  paceMs?: number
  /** @see LoopOptions.delayMs */
  delayMs?: number
  /** Groups that a project may begin per hour; unlimited if undefined. */
  maxNewGroups?: number
  /** Without them, events are counted in the groups of their stacks as they were sent. */
  exactGroups?: ExactGroupsOptions
  /** Called with the changed issues, within the transaction that changes them. */
  onIssues?: DigestDeps['onIssues']
  /** @param result with the bytes that the batch takes */
  onDigested: (result: DigestResult & { storedBytes: number }, milliseconds: number) => void
  onFailed: (error: unknown) => void
  onPoison: (event: SegmentEvent, error: unknown) => void
  /** Called when an unreadable segment was set aside. */
  onDamaged: (segmentId: number) => void
}

/** A loaded loop keeps its pace when it is woken; an idle one starts at once. */
export interface DigestLoop extends Pick<Loop, 'start' | 'wake' | 'stop'> {
  /** Reads the queue from its start, and takes over what killed workers have claimed. */
  sweep(): void
  /** Digests one batch and returns how many segments left the queue. */
  runOnce(): Promise<number>
}

/** Takes segments from the queue and digests them until stopped. A failure delays digest and never ends it. */
export function createDigestLoop(options: DigestLoopOptions): DigestLoop {
  const { db, paceMs = 0, delayMs, onFailed, maxNewGroups = Number.POSITIVE_INFINITY, exactGroups } = options
  const digesting: Digesting = {
    options,
    memory: newMemory(maxNewGroups, exactGroups),
    position: new QueuePosition(),
    blame: new Blame(),
    partitions: new EventPartitions(),
    isSweepDue: true,
  }
  let failures = 0
  const next = () => onConnection(db, (client) => digestNext(client, digesting))
  const sweep = () => {
    digesting.isSweepDue = true
    loop.wake()
  }
  const loop = new Loop({
    /** Returns how long to rest: batches keep their pace, failures back off. */
    run: async () => {
      const started = performance.now()
      const { max } = digesting.blame
      try {
        const { segments, events } = await next()
        failures = 0
        if (segments === 0) return 0
        // These were all that there were: those that come are announced.
        if (segments < max) return paceAfter(events, paceMs) - (performance.now() - started)
        loop.wake()
        return 0
      } catch (error) {
        onFailed(error)
        forgetLearned(digesting.memory)
        sweep()
        return Math.min(2000, 50 * 2 ** failures++)
      }
    },
    delayMs,
    onFailed,
  })
  return {
    start: (afterMs) => loop.start(afterMs),
    wake: (afterMs) => loop.wake(afterMs),
    stop: () => loop.stop(),
    sweep,
    runOnce: async () => (await next()).segments,
  }
}

interface Digesting {
  options: DigestLoopOptions
  memory: DigestMemory
  position: QueuePosition
  blame: Blame
  partitions: EventPartitions
  isSweepDue: boolean
}

/** Digests the next batch. @returns how many segments left the queue, and their events */
async function digestNext(client: Connection, digesting: Digesting): Promise<{ segments: number; events: number }> {
  const { options, memory, position, blame } = digesting
  await sweepIfDue(client, digesting)
  await blame.giveAttemptsBack(client)
  const started = performance.now()
  const { segments, damaged, missing } = await claimSegments(client, { max: blame.max, after: position.after })
  const lost = [...damaged, ...missing]
  for (const id of lost) options.onDamaged(id)
  if (segments.length === 0) return { segments: lost.length, events: 0 }
  const result = await apply(client, digesting, segments).catch((error: unknown) => {
    blame.note(segments, error)
    throw error
  })
  blame.lift()
  keepLearned(memory, result)
  position.moveOn(segments[0]!.id)
  const storedBytes = segments.reduce((sum, segment) => sum + segment.storedBytes, 0)
  options.onDigested({ ...result, storedBytes }, performance.now() - started)
  const events = segments.reduce((sum, segment) => sum + segment.events.length, 0)
  return { segments: segments.length + lost.length, events }
}

async function sweepIfDue(client: Connection, digesting: Digesting): Promise<void> {
  if (!digesting.isSweepDue) return
  await releaseOrphanClaims(client)
  digesting.isSweepDue = false
  digesting.position.reset()
}

async function apply(
  client: Connection,
  { options, memory, partitions }: Digesting,
  segments: QueuedSegment[],
): Promise<DigestResult> {
  const { now, onPoison, onIssues } = options
  const deps = { ...memory, exactGroups: memory.exactGroups ?? noExactGroups, now, onPoison, onIssues }
  await partitions.ensure(client, segments, now())
  await openExactGroups(client, memory, segments, options.onFailed)
  if (segments.every((segment) => segment.attempts <= 2)) {
    try {
      return await transactionOn(client, (tx) => digest(tx, segments, deps))
    } catch (error) {
      if (!isDataError(error)) throw error
      forgetLearned(memory)
    }
  }
  return transactionOn(client, (tx) => digestWithCare(tx, segments, deps))
}

/** An event whose groups cannot be opened is counted in the group of its stack as it was sent. */
async function openExactGroups(
  client: Connection,
  { exactGroups, newGroups }: DigestMemory,
  segments: readonly QueuedSegment[],
  onFailed: (error: unknown) => void,
): Promise<void> {
  const events = segments.flatMap((segment) => segment.events)
  await exactGroups?.open(client, events, newGroups).catch((error: unknown) => {
    if (!isDataError(error)) throw error
    onFailed(error)
  })
}
