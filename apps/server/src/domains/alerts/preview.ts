import {
  type AlertPreview,
  type AlertPreviewBody,
  type AlertThreshold,
  type AlertTrigger,
  toBoundId,
} from '@bugle/protocol'
import type { Database, Queryable } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import {
  findPastEntries,
  findPastFeedback,
  findPastNew,
  findPastReached,
  findPastReleases,
  findPastSpikes,
  findPastTurns,
  findTitles,
  type PastChange,
  type pastKinds,
} from './preview-store.ts'

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

type Finder = (
  db: Queryable,
  projectIds: readonly number[],
  threshold: AlertThreshold | undefined,
) => Promise<PastChange[]>

const entriesOf =
  (trigger: keyof typeof pastKinds): Finder =>
  (db, projectIds) =>
    findPastEntries(db, projectIds, trigger, days)
const turnsOf =
  (trigger: 'monitor.missed' | 'monitor.failed' | 'monitor.recovered'): Finder =>
  (db, projectIds) =>
    findPastTurns(db, projectIds, trigger, days)

/** Triggers whose past is kept. */
const finders: Partial<Record<AlertTrigger, Finder>> = {
  'issue.new': (db, projectIds) => findPastNew(db, projectIds, days),
  'issue.regressed': entriesOf('issue.regressed'),
  'issue.resolved': entriesOf('issue.resolved'),
  'issue.assigned': entriesOf('issue.assigned'),
  'issue.commented': entriesOf('issue.commented'),
  'issue.events': async (db, projectIds, threshold) =>
    threshold === undefined ? [] : findPastReached(db, projectIds, threshold, days),
  'project.spike': async (db, projectIds, threshold) =>
    threshold === undefined ? [] : findPastSpikes(db, projectIds, threshold, days),
  'release.new': (db, projectIds) => findPastReleases(db, projectIds, days),
  'monitor.missed': turnsOf('monitor.missed'),
  'monitor.failed': turnsOf('monitor.failed'),
  'monitor.recovered': turnsOf('monitor.recovered'),
  'feedback.new': (db, projectIds) => findPastFeedback(db, projectIds, days),
}

/** Says how often a rule would have sent something in the last two weeks, by what is kept of them. */
export async function previewRule(
  { db, findMatchingOnce }: PreviewDeps,
  projectIds: readonly number[],
  { triggers, threshold, condition }: AlertPreviewBody,
): Promise<AlertPreview> {
  const found: PastChange[] = []
  for (const trigger of triggers)
    found.push(...((await finders[trigger]?.(db, projectIds, threshold ?? undefined)) ?? []))
  const matching = await matchingOf(found, condition ?? '', (projectId, text, ids) =>
    findMatchingOnce(db, projectId, text, ids),
  )
  matching.sort((a, b) => b.at.getTime() - a.at.getTime())
  return {
    total: matching.length,
    days: daysOf(matching),
    times: matching.slice(0, times).map(({ at }) => at.toISOString()),
    examples: await examplesOf(db, matching.slice(0, examples)),
    left_out: triggers.filter((trigger) => finders[trigger] === undefined),
  }
}

async function matchingOf(
  found: readonly PastChange[],
  condition: string,
  find: (projectId: number, condition: string, issueIds: readonly string[]) => Promise<Set<string>>,
): Promise<PastChange[]> {
  if (condition === '') return [...found]
  // A condition speaks of issues: what is about none is told by its trigger alone.
  const matching = found.filter(({ issueId }) => issueId === null)
  for (const [projectId, ofProject] of groupBy(found, (one) => one.projectId)) {
    const issueIds = new Set(ofProject.flatMap(({ issueId }) => issueId ?? []))
    if (issueIds.size === 0) continue
    const ids = await find(projectId, condition, [...issueIds])
    matching.push(...ofProject.filter(({ issueId }) => issueId !== null && ids.has(issueId)))
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
    changes.flatMap(({ issueId }) => issueId ?? []),
  )
  const titleOf = new Map(titles.map(({ issueId, title }) => [issueId, title]))
  return changes.map(({ projectId, issueId, subject, trigger, at }) => ({
    issue_id: issueId && toBoundId('iss', projectId, issueId),
    trigger,
    at: at.toISOString(),
    title: issueId === null ? subject : (titleOf.get(issueId) ?? ''),
  }))
}
