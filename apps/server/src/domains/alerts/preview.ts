import { type AlertPreview, type AlertPreviewBody, type AlertTrigger, toBoundId } from '@bugle/protocol'
import type { Database, Queryable } from '../../db/database.ts'
import { findPastNew, findPastReached, findPastRegressed, findTitles, type PastChange } from './preview-store.ts'

export interface PreviewDeps {
  db: Database
  /** Returns which of these issues of a project a condition matches, whatever their state now. */
  findMatchingOnce: (
    db: Queryable,
    projectId: number,
    condition: string,
    issueIds: readonly string[],
  ) => Promise<Set<string>>
}

const days = 14
const examples = 10
const times = 500
const previewed: readonly AlertTrigger[] = ['issue.new', 'issue.regressed', 'issue.events']

/** Says how often a rule would have sent something in the last two weeks, by what is kept of them. */
export async function previewRule(
  { db, findMatchingOnce }: PreviewDeps,
  projectIds: readonly number[],
  { triggers, threshold, condition }: AlertPreviewBody,
): Promise<AlertPreview> {
  const found: PastChange[] = []
  if (triggers.includes('issue.new')) found.push(...(await findPastNew(db, projectIds, days)))
  if (triggers.includes('issue.regressed')) found.push(...(await findPastRegressed(db, projectIds, days)))
  if (triggers.includes('issue.events') && threshold != null)
    found.push(...(await findPastReached(db, projectIds, threshold, days)))
  const matching = await matchingOf(found, condition ?? '', (projectId, text, ids) =>
    findMatchingOnce(db, projectId, text, ids),
  )
  matching.sort((a, b) => b.at.getTime() - a.at.getTime())
  return {
    total: matching.length,
    days: daysOf(matching),
    times: matching.slice(0, times).map(({ at }) => at.toISOString()),
    examples: await examplesOf(db, matching.slice(0, examples)),
    left_out: triggers.filter((trigger) => !previewed.includes(trigger)),
  }
}

async function matchingOf(
  found: readonly PastChange[],
  condition: string,
  find: (projectId: number, condition: string, issueIds: readonly string[]) => Promise<Set<string>>,
): Promise<PastChange[]> {
  if (condition === '') return [...found]
  const matching: PastChange[] = []
  for (const projectId of new Set(found.map((one) => one.projectId))) {
    const ofProject = found.filter((one) => one.projectId === projectId)
    const ids = await find(projectId, condition, [...new Set(ofProject.map(({ issueId }) => issueId))])
    matching.push(...ofProject.filter(({ issueId }) => ids.has(issueId)))
  }
  return matching
}

function daysOf(changes: readonly PastChange[]): AlertPreview['days'] {
  const counts = new Map<string, number>()
  for (const { at } of changes) {
    const day = at.toISOString().slice(0, 10)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1))
}

async function examplesOf(db: Queryable, changes: readonly PastChange[]): Promise<AlertPreview['examples']> {
  const titles = await findTitles(
    db,
    [...new Set(changes.map(({ projectId }) => projectId))],
    changes.map(({ issueId }) => issueId),
  )
  const titleOf = new Map(titles.map(({ issueId, title }) => [issueId, title]))
  return changes.map(({ projectId, issueId, trigger, at }) => ({
    issue_id: toBoundId('iss', projectId, issueId),
    trigger,
    at: at.toISOString(),
    title: titleOf.get(issueId) ?? '',
  }))
}
