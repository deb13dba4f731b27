import type { EventPage, EventResponse, Issue } from '@bugle/protocol'
import { type Account, listIssues, type Project, request } from '../harness/account.ts'
import { bodyOf, Connection, getRequest } from '../harness/connection.ts'
import { type Random, shuffle } from '../harness/random.ts'
import { type ReconciliationRow, reconcile } from './reconcile.ts'
import type { Note, Sender } from './sender.ts'

export interface Verdict {
  rows: ReconciliationRow[]
  /** Acknowledged events that were read individually. */
  read: number
  /** Violations; empty on success. */
  faults: string[]
}

/** Waits until the counts are stable, then compares the notes with the server's data. */
export async function verify(
  account: Account,
  projects: readonly Project[],
  { notes, wire }: Pick<Sender, 'notes' | 'wire'>,
  random: Random,
  maxRead: number,
): Promise<Verdict> {
  const issues = await settledIssues(account, projects, notes)
  const rows = reconcile(notes, issues)
  const acknowledged = notes.filter(({ outcome }) => outcome === 'acknowledged')
  const chosen = shuffle([...acknowledged], random).slice(0, maxRead)
  const faults = [
    ...rows.flatMap(({ project, type, fault }) =>
      fault === undefined ? [] : [`project ${project}, ${type}: ${fault}`],
    ),
    ...issues.flatMap((list) => list.filter(({ type }) => !/^Fault\d\dError$/.test(type)).map(strangeIssue)),
    ...notes.flatMap(({ complaints }) => complaints),
    ...(await readAll(account, chosen, ({ event, eventId }) => wire.pathOf(projects[event.project]!, eventId))),
    ...(await checkLists(account, issues, acknowledged)),
    ...(await checkStats(account, projects, issues)),
  ]
  return { rows, read: chosen.length, faults }
}

const strangeIssue = ({ type }: Issue) => `an issue of type ${JSON.stringify(type)} that nobody sent`

/** Returns the issues of every project once nothing is missing and two reads agree, or after two minutes. */
async function settledIssues(
  account: Account,
  projects: readonly Project[],
  notes: readonly Note[],
): Promise<Issue[][]> {
  const endsAt = performance.now() + 120_000
  let before = ''
  for (;;) {
    const isQueueEmpty = await isDigested(account)
    const issues = await Promise.all(projects.map((project) => listIssues(account, project)))
    const shown = JSON.stringify(issues.map((list) => list.map(({ id, count }) => [id, count])))
    const missing = reconcile(notes, issues).some((row) => row.count < row.acknowledged)
    const isSettled = !missing && isQueueEmpty && shown === before
    if (isSettled || performance.now() > endsAt) return issues
    before = shown
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Whether no segment waits for digest, in any bucket: those of unanswered requests are counted too, if they were stored. */
async function isDigested({ url }: Account): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const queued = [...metrics.matchAll(/^bugle_queue_segments(?:\{.*\})? (\d+)$/gm)].map(([, count]) => Number(count))
  return queued.length > 0 && queued.every((count) => count === 0)
}

/** Reads each event by its id, and checks its markers and its acknowledged issue. */
async function readAll(account: Account, notes: readonly Note[], pathOf: (note: Note) => string): Promise<string[]> {
  const faults: string[] = []
  const left = [...notes]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const connection = new Connection(Number(new URL(account.url).port))
      for (let note = left.pop(); note !== undefined; note = left.pop()) {
        const fault = await readOne(connection, { account, path: pathOf(note) }, note)
        if (fault !== undefined) faults.push(`${note.eventId}: ${fault}`)
      }
      connection.close()
    }),
  )
  return faults
}

async function readOne(
  connection: Connection,
  { account, path }: { account: Account; path: string },
  note: Note,
): Promise<string | undefined> {
  const response = await new Promise<{ status: number; text: string }>((resolve) =>
    connection.send(getRequest(path, account.token), resolve),
  )
  if (response.status !== 200) return `acknowledged, but reading it gives ${response.status}`
  const { event } = JSON.parse(bodyOf(response.text)) as EventResponse
  // Sentry's SDKs know an event by their own id, and no issue.
  if (note.issueId === '') Object.assign(note, { eventId: event.id, issueId: event.issue_id })
  if (event.id !== note.eventId) return `reads as ${event.id}`
  if (event.issue_id !== note.issueId) return `acknowledged with ${note.issueId}, is of ${event.issue_id}`
  const { marker } = note.event
  if (event.tags.marker !== marker || event.extra.marker !== marker || !event.message.includes(marker))
    return `does not carry its marker ${marker}`
  return undefined
}

/** Checks that the events listed under issues include every acknowledged one, and none twice. */
async function checkLists(
  account: Account,
  issues: readonly (readonly Issue[])[],
  acknowledged: readonly Note[],
): Promise<string[]> {
  const listed = new Map<string, string>()
  const faults: string[] = []
  for (const issue of issues.flat())
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: EventPage = await request(
        account,
        'GET',
        `/api/issues/${issue.id}/events?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      for (const { id } of page.events) {
        if (listed.has(id)) faults.push(`${id} is listed twice`)
        listed.set(id, issue.id)
      }
      cursor = page.next_cursor
    }
  for (const { eventId, issueId } of acknowledged)
    if (listed.get(eventId) !== issueId) faults.push(`${eventId} of ${issueId} is listed under ${listed.get(eventId)}`)
  return faults
}

/** Checks that the project's counters agree with those of its issues. */
async function checkStats(
  account: Account,
  projects: readonly Project[],
  issues: readonly (readonly Issue[])[],
): Promise<string[]> {
  const faults: string[] = []
  // Some events come late.
  const from = new Date(Date.now() - 7 * 86_400_000).toISOString()
  for (const [index, project] of projects.entries()) {
    const { total } = await request(account, 'GET', `/api/projects/${project.id}/stats?interval=day&from=${from}`)
    const counted = issues[index]!.reduce((total, { count }) => total + count, 0)
    if (total !== counted) faults.push(`project ${index}: its chart adds up to ${total}, its issues to ${counted}`)
  }
  return faults
}
