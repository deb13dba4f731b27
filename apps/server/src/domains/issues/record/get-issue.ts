import { type EventResponse, type Issue, parseBoundId, type Stats } from '@bugle/protocol'
import type { Database, Queryable, Tx } from '../../../db/database.ts'
import type { Authorize, Caller } from '../../../http/index.ts'
import { Refusal } from '../../../refusal.ts'
import type { IssueKey } from '../../live-updates/index.ts'
import { ofEachBucket } from '../../projects/index.ts'
import { type IssueRecord, toIssue } from './issue.ts'
import { findIssue, findIssueKeys, findIssuesById } from './issue-store.ts'
import { markEscalating } from './mark-escalating.ts'

export interface IssueDeps {
  db: Database
  authorize: Authorize
  /** Returns the numbers of all projects of the caller. */
  projectsOf: (caller: Caller) => Promise<number[]>
  /** Repeats a lookup while acknowledged events wait for digest. */
  awaitDigest: <T>(find: () => Promise<T | undefined>) => Promise<T | undefined>
  latestEvent: (issue: IssueRecord) => Promise<EventResponse | undefined>
  issueStats: (issue: IssueRecord) => Promise<Stats>
  /** Sets the titles of issues from their newest events. */
  refreshTitles: (issues: readonly IssueKey[]) => Promise<void>
  /** Removes groups from the tag counts that wait to be merged. */
  dropQueuedCounts: (tx: Tx, projectId: number, groupIds: readonly string[]) => Promise<void>
  /** Queues mails to those whom issues were assigned to. */
  notifyAssigned: (tx: Tx, assigned: AssignedIssues) => Promise<unknown>
  /** Learns of issues that somebody resolved, within the transaction. */
  noteResolved: (tx: Tx, issues: readonly IssueKey[], byId: string | null) => Promise<void>
  /** Queues mails to those whom a comment mentions. */
  notifyMentioned: (
    tx: Tx,
    comment: {
      projectId: number
      issueId: string
      activityId: number
      mentioned: readonly { kind: 'usr' | 'tea'; id: string }[]
      byId: string
    },
  ) => Promise<void>
  now: () => Date
}

/** Issues of a project that somebody assigned to a person or a team. */
export interface AssignedIssues {
  projectId: number
  issueIds: readonly string[]
  assignee: { kind: 'usr' | 'tea'; id: string }
  /** Null for a rule. */
  byId: string | null
}

/**
 * Returns the issue of a public id if the caller may see it. Waits for digest if the event was acknowledged a moment
 * ago.
 *
 * @throws Refusal `not_found`
 */
export async function getIssue(deps: IssueDeps, caller: Caller, id: string): Promise<IssueRecord> {
  const parsed = parseBoundId('iss', id)
  if (parsed === undefined) throw new Refusal('not_found')
  const { projectId, uuid } = parsed
  await deps.authorize(caller, projectId)
  const issue = await deps.awaitDigest(() => findIssue(deps.db, projectId, uuid))
  if (issue === undefined) throw new Refusal('not_found')
  return issue
}

/**
 * Returns an issue that the caller has just changed. It does not ask again for rights: a response to what was done must
 * not say that it was refused.
 */
export async function readAgain({ db }: IssueDeps, { projectId, issueId }: IssueKey): Promise<IssueRecord> {
  const issue = await findIssue(db, projectId, issueId)
  if (issue === undefined) throw new Refusal('not_found')
  return issue
}

/** Converts an issue to its API form. */
export async function showIssue({ db, now }: IssueDeps, issue: IssueRecord): Promise<Issue> {
  const at = now()
  const [marked] = await markEscalating(db, [issue], at)
  return toIssue(marked!, at)
}

/** Returns those of these issues that are there, in their API form. */
export async function showIssuesOf(db: Queryable, keys: readonly IssueKey[], now: Date): Promise<Issue[]> {
  const marked = await markEscalating(db, await findIssuesById(db, keys), now)
  return marked.map((issue) => toIssue(issue, now))
}

/**
 * Returns the issues of public ids, undefined for those that do not exist or that the caller may not see; waits for all
 * at once.
 */
export async function findIssueKeysOf(
  { db, projectsOf, awaitDigest }: IssueDeps,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, IssueKey | undefined>> {
  const allowed = new Set(await projectsOf(caller))
  const parsed = ids.map((id) => parseBoundId('iss', id))
  const own = parsed.filter((id) => id !== undefined).filter(({ projectId }) => allowed.has(projectId))
  const parts = await ofEachBucket(db, own, async (ids) => {
    let keys: readonly (IssueKey | undefined)[] = []
    await awaitDigest(async () => {
      keys = await findIssueKeys(db, ids)
      return keys.includes(undefined) ? undefined : keys
    })
    return ids.map((id, index) => [id, keys[index]] as const)
  })
  const found = new Map<object, IssueKey | undefined>(parts.flat())
  return new Map(ids.map((id, index) => [id, parsed[index] && found.get(parsed[index])]))
}
