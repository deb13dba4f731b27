import { type Tx, withSavepoint } from '../../../db/database.ts'
import { isDataError } from '../../../db/error-class.ts'
import {
  eventFlag,
  type GroupDetails,
  type QueuedSegment,
  type SegmentEvent,
  touchProjects,
} from '../../storage/index.ts'
import { apply, begin, type DigestDeps, type DigestResult, eventsToCount } from './digest.ts'
import { bytesOf, touchesOf } from './project-touches.ts'

/** After this many crashes of worker or backend, a segment is stored as minimal events. */
const maxAttempts = 20

/** Applies segments one event at a time if necessary; events that cannot be applied in full are stored as minimal events. */
export async function digestWithCare(
  tx: Tx,
  segments: readonly QueuedSegment[],
  deps: DigestDeps,
): Promise<DigestResult> {
  const alive = await begin(tx, segments, deps)
  const results: DigestResult[] = []
  for (const segment of alive) {
    const events = eventsToCount(segment.events, deps)
    const given = segment.attempts >= maxAttempts ? events.map(minimalEvent) : events
    results.push(await applyBisecting(tx, given, deps))
  }
  await touchProjects(tx, touchesOf([], bytesOf(alive)))
  return together(results)
}

function together(results: readonly DigestResult[]): DigestResult {
  return {
    events: results.reduce((sum, result) => sum + result.events, 0),
    newIssues: results.flatMap((result) => result.newIssues),
    counted: results.flatMap((result) => result.counted),
    reopened: results.flatMap((result) => result.reopened),
  }
}

async function applyBisecting(tx: Tx, events: SegmentEvent[], deps: DigestDeps): Promise<DigestResult> {
  try {
    return await withSavepoint(tx, () => apply(tx, events, deps))
  } catch (error) {
    // A lock or a shortage is nothing an event can help: it is tried again whole.
    if (!isDataError(error)) throw error
    deps.names.rollback()
    deps.knownReleases.clear()
    if (events.length === 1) return applyMinimal(tx, events[0]!, error, deps)
    const middle = events.length >> 1
    const first = await applyBisecting(tx, events.slice(0, middle), deps)
    const second = await applyBisecting(tx, events.slice(middle), deps)
    return together([first, second])
  }
}

async function applyMinimal(tx: Tx, event: SegmentEvent, error: unknown, deps: DigestDeps): Promise<DigestResult> {
  if ((event.flags & eventFlag.processing_error) !== 0) throw error
  deps.onPoison(event, error)
  return apply(tx, [minimalEvent(event)], deps)
}

/** Reduces an event to columns that cannot be invalid: ids, times, level, platform, the group. */
function minimalEvent(event: SegmentEvent): SegmentEvent {
  return {
    ...event,
    userKey: null,
    otherUserKeys: [],
    release: null,
    environment: 'production',
    tags: [],
    clientDrops: [],
    group: event.group === null ? null : plainGroup(event.group),
    flags: event.flags | eventFlag.processing_error,
  }
}

function plainGroup(group: GroupDetails): GroupDetails {
  const grouping = { ...group.grouping, components: [], culprit: undefined }
  return { ...group, grouping, type: 'Unreadable event', message: 'This event could not be processed in full.' }
}
