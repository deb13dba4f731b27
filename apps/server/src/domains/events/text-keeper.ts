import type { IngestEvent } from '@bugle/protocol'
import type pg from 'pg'
import { isAboutData } from '../../db/data-error.ts'
import { type Tx, transaction } from '../../db/database.ts'
import { shareLock } from '../../db/locks.ts'
import { type CountedIssue, type IssueText, updateIssueTexts } from '../issues/index.ts'
import { findBody, readSegmentBodies } from './body-store.ts'
import { cleanText } from './clean-text.ts'
import { type EventRecord, findEventsOfIssue } from './event-read-store.ts'
import { groupDetailsOf } from './group-details.ts'

export interface TextKeeperOptions {
  pool: pg.Pool
  onFailed: (error: unknown) => void
}

type IssueId = Pick<CountedIssue, 'projectId' | 'issueId'>

/** Issues of one round. */
const maxIssues = 50
/** Issues that wait; further ones come again with their next event. */
const maxWaiting = 10_000
const periodMs = 500
/** After a round it rests this many times as long as that took: titles may be seconds late, digest may not. */
const restFactor = 50
const maxRestMs = 5000

/**
 * An issue says what its newest event says. An event's text is in its body, which digest does not look into, and a
 * change of it costs an entry of the index over texts: so it is kept beside digest, seconds late when there is much to do.
 */
export class TextKeeper {
  readonly #options: TextKeeperOptions
  readonly #waiting = new Map<string, IssueId>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isStopping = false

  constructor(options: TextKeeperOptions) {
    this.#options = options
  }

  start(): void {
    this.#plan(periodMs)
  }

  /** These have events that were not looked at. */
  tell(issues: readonly IssueId[]): void {
    for (const issue of issues) if (this.#waiting.size < maxWaiting) this.#waiting.set(keyOf(issue), issue)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #plan(afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#run()
    }, afterMs)
  }

  async #run(): Promise<void> {
    const beganAt = performance.now()
    const issues = [...this.#waiting.values()].slice(0, maxIssues)
    for (const issue of issues) this.#waiting.delete(keyOf(issue))
    await keepTexts(this.#options.pool, issues).catch((error: unknown) => {
      // What a text itself is to blame for would come back for ever.
      if (!isAboutData(error)) this.tell(issues)
      this.#options.onFailed(error)
    })
    if (!this.#isStopping)
      this.#plan(Math.min(maxRestMs, Math.max(periodMs, restFactor * (performance.now() - beganAt))))
  }
}

function keyOf({ projectId, issueId }: IssueId): string {
  return `${projectId}:${issueId}`
}

/**
 * Lets issues say what their newest events say, now. Groups stay where they are meanwhile: a text of what is taken out of
 * an issue just now must not come after.
 */
export async function keepTexts(pool: pg.Pool, issues: readonly IssueId[]): Promise<void> {
  if (issues.length === 0) return
  await transaction(pool, async (tx) => {
    await shareLock(tx, 'groups')
    const newest: EventRecord[] = []
    for (const issue of issues)
      newest.push(...(await findEventsOfIssue(tx, issue, { from: undefined, towards: 'older', limit: 1 })))
    await updateIssueTexts(tx, await readTexts(tx, newest))
  })
}

/** Segment by segment, since their bodies are expanded together. */
async function readTexts(tx: Tx, events: EventRecord[]): Promise<IssueText[]> {
  const texts: IssueText[] = []
  let open: { segmentId: number; bodies: Buffer[] } | undefined
  for (const event of events.toSorted((a, b) => a.segmentId - b.segmentId)) {
    if (open?.segmentId !== event.segmentId)
      open = { segmentId: event.segmentId, bodies: await readSegmentBodies(tx, event.segmentId) }
    const body = open.bodies[event.position] ?? (await findBody(tx, event))
    // What was erased says nothing.
    if (body === undefined || body.length === 0) continue
    const { type, message, grouping } = groupDetailsOf(JSON.parse(body.toString('utf8')) as IngestEvent)
    const culprit = grouping.culprit === undefined ? null : cleanText(grouping.culprit, grouping.culprit.length)
    texts.push({ projectId: event.projectId, issueId: event.issueId, type, message, culprit })
  }
  return texts
}
