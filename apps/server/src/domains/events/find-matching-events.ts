import { readEvent } from '@bugle/sentry-event'
import type { Database } from '../../db/database.ts'
import type { ObjectPayloads } from '../objects/index.ts'
import { countedTags, readBodies } from '../storage/index.ts'
import { type EventFilter, matches } from './event-filter.ts'
import { type EventPosition, type EventRecord, findEventsOfIssue } from './event-read-store.ts'

/** How many events one request examines, and in what steps: rows are cheap, bodies have to be unpacked. */
const limits = { rows: { max: 5000, step: 500 }, bodies: { max: 200, step: 50 } }

interface EventSource {
  db: Database
  objects: ObjectPayloads
}

interface Range {
  from: EventPosition | undefined
  towards: 'older' | 'newer'
  limit: number
}

interface Matching {
  events: EventRecord[]
  /** Position where the search stopped, unless it reached the last event. */
  end: EventPosition | undefined
}

/**
 * Returns events of an issue that match a filter, on one side of a position, nearest first. An issue may have millions
 * that do not match: a limited number is examined, and continuing from `end` finds the others.
 */
export async function findMatchingEvents(
  { db, objects }: EventSource,
  issue: { projectId: number; issueId: string },
  { from, towards, limit }: Range,
  filter: EventFilter,
): Promise<Matching> {
  const { max, step } = filter.needsTags ? limits.bodies : limits.rows
  const found: EventRecord[] = []
  let end = from
  for (let examined = 0; examined < max; examined += step) {
    const rows = await findEventsOfIssue(db, issue, { from: end, towards, limit: step })
    const tags = filter.needsTags ? await readBodies({ db, objects }, rows, tagsOf) : []
    for (const [index, row] of rows.entries()) {
      end = { occurredAt: row.occurredAt, eventId: row.eventId }
      if (!matches(filter, row, tags[index] ?? [])) continue
      found.push(row)
      if (found.length === limit) return { events: found, end }
    }
    if (rows.length < step) return { events: found, end: undefined }
  }
  return { events: found, end }
}

function tagsOf(body: Buffer | undefined): [string, string][] {
  return body === undefined ? [] : countedTags(readEvent(body))
}
