import { toHexId } from '@bugle/protocol'
import { type EventWithFacts, readEvent } from '@bugle/sentry-event'
import { type Database, transaction } from '../../db/database.ts'
import { isDataError } from '../../db/error-class.ts'
import { shareLock } from '../../db/locks.ts'
import { groupBy } from '../../lib/group-by.ts'
import { Loop } from '../../lib/loop.ts'
import { type CountedIssue, type IssueText, updateIssueTexts } from '../counters/index.ts'
import { findKeyCulprits } from '../exact-groups/index.ts'
import type { ObjectPayloads } from '../objects/index.ts'
import { groupDetailsOf, type originalTextOf, overflowGroupOf, titleOf } from '../pipeline/index.ts'
import { ofEachBucket } from '../projects/index.ts'
import { type BodySource, cleanText, DamagedBody, findBody, readSegments } from '../storage/index.ts'
import { type EventRecord, findNewestEvents } from './event-read-store.ts'

export interface TitleRefresherOptions {
  db: Database
  /** Where payloads are, in rows or in an object store. */
  objects: ObjectPayloads
  /** Time from one round to the next: titles may be seconds late, digest may not. */
  paceMs: number
  /** @see LoopOptions.delayMs */
  delayMs?: number
  /** Receives each failure that will be tried again. */
  onFailed: (error: unknown) => void
  /** Receives an issue whose newest event cannot be read: its title stays as it is until another event arrives. */
  onUnreadable: (issue: IssueId, error: unknown) => void
  /** Returns type and message with the names that the obfuscation of a build replaced; by default, they stay. */
  originalOf?: OriginalOf
}

type OriginalOf = (projectId: number, event: EventWithFacts) => ReturnType<typeof originalTextOf>

type IssueId = Pick<CountedIssue, 'projectId' | 'issueId'>

/** Issues of one round. */
const maxIssues = 50
/** Issues that wait; further ones return with their next event. */
const maxWaiting = 10_000
const periodMs = 500

export interface TitleRefresher {
  /** Schedules issues whose newest event has changed. */
  schedule(issues: readonly IssueId[]): void
  /** Refreshes issues before it returns; those that fail for a passing reason are scheduled again. */
  refreshNow(issues: readonly IssueId[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the title of each issue that of its newest event. The text of an event is in its body, which digest never
 * opens, and changing a title costs an entry of the index over texts; so titles follow digest, seconds late under load.
 */
export function createTitleRefresher(options: TitleRefresherOptions): TitleRefresher {
  const { paceMs, delayMs, onFailed, onUnreadable } = options
  const waiting = new Map<string, IssueId>()
  const schedule = (issues: readonly IssueId[]) => {
    for (const issue of issues) if (waiting.size < maxWaiting) waiting.set(keyOf(issue), issue)
    loop.wake(periodMs)
  }
  /** One by one, so that an event that cannot be read holds up no other issue. */
  const refreshEach = async (issues: readonly IssueId[]) => {
    for (const issue of issues) {
      try {
        schedule(await refreshTitles(options, [issue]))
      } catch (error) {
        if (error instanceof DamagedBody || isDataError(error)) {
          onUnreadable(issue, error)
          continue
        }
        schedule([issue])
        onFailed(error)
      }
    }
  }
  const refreshNow = (issues: readonly IssueId[]) =>
    refreshTitles(options, issues).then(schedule, () => refreshEach(issues))
  const loop = new Loop({
    run: async () => {
      const issues = [...waiting.values()].slice(0, maxIssues)
      for (const issue of issues) waiting.delete(keyOf(issue))
      await refreshNow(issues)
      if (waiting.size > 0) loop.wake(periodMs)
      return paceMs
    },
    delayMs,
    onFailed,
  })
  loop.start()
  return { schedule, refreshNow, stop: () => loop.stop() }
}

function keyOf({ projectId, issueId }: IssueId): string {
  return `${projectId}:${issueId}`
}

/** Yields each event with its body: first those in segments, whose bodies are expanded together, then those in packs. */
async function* bodiesOf(
  source: BodySource,
  events: readonly EventRecord[],
): AsyncGenerator<{ event: EventRecord; body: Buffer | undefined }> {
  const bySegment = groupBy(events, ({ segmentId }) => segmentId)
  for await (const [segmentId, bodies] of readSegments(source.db, [...bySegment.keys()])) {
    for (const event of bySegment.get(segmentId)!)
      yield { event, body: bodies[event.position] ?? (await findBody(source, event)) }
    bySegment.delete(segmentId)
  }
  for (const event of [...bySegment.values()].flat()) yield { event, body: await findBody(source, event) }
}

/**
 * Gives issues the titles of their newest events. Bodies are read before, because an object store may take its time. Then groups
 * stay where they are: the title of a group that is being taken out of an issue must not reach that issue afterwards.
 *
 * @returns the issues whose newest event was another one by then
 */
async function refreshTitles(
  options: Pick<TitleRefresherOptions, 'db' | 'objects' | 'originalOf'>,
  issues: readonly IssueId[],
): Promise<IssueId[]> {
  const later = await ofEachBucket(options.db, issues, (own) => refreshTitlesIn(options, own))
  return later.flat()
}

/** The same for issues of one bucket. */
async function refreshTitlesIn(
  { db, objects, originalOf }: Pick<TitleRefresherOptions, 'db' | 'objects' | 'originalOf'>,
  issues: readonly IssueId[],
): Promise<IssueId[]> {
  if (issues.length === 0) return []
  const texts = await readTexts({ db, objects }, await findNewestEvents(db, issues), originalOf)
  return transaction(db, async (tx) => {
    await shareLock(tx, 'groups')
    const newest = new Map((await findNewestEvents(tx, issues)).map((event) => [keyOf(event), event.eventId]))
    const isCurrent = ({ eventId, ...issue }: IssueText & { eventId: string }) => newest.get(keyOf(issue)) === eventId
    await updateIssueTexts(tx, texts.filter(isCurrent))
    return texts.filter((text) => newest.has(keyOf(text)) && !isCurrent(text))
  })
}

async function readTexts(
  source: BodySource,
  events: EventRecord[],
  originalOf?: OriginalOf,
): Promise<(IssueText & { eventId: string })[]> {
  const texts: (IssueText & { eventId: string })[] = []
  const keys = await findKeyCulprits(source.db, events)
  for await (const { event, body } of bodiesOf(source, events)) {
    // Erased events have no title.
    if (body === undefined || body.length === 0) continue
    // The title of the overflow group says what it is for, whatever its newest event is about.
    if (toHexId(event.groupId) === overflowGroupOf(event.projectId)) continue
    const sent = readEvent(body)
    const { type, message, grouping } = groupDetailsOf(sent)
    const resolved = keys.get(event.eventId)
    const location = resolved ?? grouping.culprit
    // Only where frames were resolved, names may have been replaced.
    const original = resolved === undefined ? undefined : await originalOf?.(event.projectId, sent)
    const culprit = location === undefined ? null : cleanText(location, location.length)
    const shown = original && { type: original.exception_type, message: titleOf(original.message) }
    const { projectId, issueId, eventId } = event
    texts.push({ projectId, issueId, eventId, type, message, culprit, ...shown })
  }
  return texts
}
