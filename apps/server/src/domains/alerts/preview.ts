import {
  type AlertPreview,
  type AlertPreviewBody,
  type AlertThreshold,
  type AlertTrigger,
  toBoundId,
} from '@bugle/protocol'
import type { Database, Queryable } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import { dayMs } from '../../lib/time.ts'
import { inBucketOf, ofBucketsWith, ofEachBucket } from '../projects/index.ts'
import {
  findPastBusy,
  findPastCrashing,
  findPastEntries,
  findPastFeedback,
  findPastFirsts,
  findPastLosing,
  findPastNew,
  findPastNewIssues,
  findPastReached,
  findPastReleases,
  findPastSilent,
  findPastSpikes,
  findPastTurns,
  findPastUsers,
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
  /** Returns the hours since a time in which issues escalated. */
  findPastEscalations: (
    db: Queryable,
    projectIds: readonly number[],
    since: Date,
  ) => Promise<{ projectId: number; issueId: string; at: Date }[]>
  now: () => Date
}

const days = 14
/** Triggers whose past is told by hours. */
const hourly: readonly AlertTrigger[] = [
  'issue.escalating',
  'issue.first_in_release',
  'project.silent',
  'project.losing',
  'project.rate',
  'project.spike',
  'release.crash_free',
]
const examples = 10
const times = 500

/** @returns undefined where the past cannot be told */
type Finder = (
  deps: PreviewDeps,
  projectIds: readonly number[],
  threshold: AlertThreshold | undefined,
) => Promise<PastChange[]> | undefined

const entriesOf =
  (trigger: keyof typeof pastKinds): Finder =>
  ({ db }, projectIds) =>
    findPastEntries(db, projectIds, trigger, days)
const turnsOf =
  (trigger: 'monitor.missed' | 'monitor.failed' | 'monitor.recovered'): Finder =>
  ({ db }, projectIds) =>
    findPastTurns(db, projectIds, trigger, days)

type CountFinder = (
  db: Queryable,
  projectIds: readonly number[],
  threshold: AlertThreshold,
  days: number,
) => Promise<PastChange[]>

const counted =
  (find: CountFinder): Finder =>
  ({ db }, projectIds, threshold) =>
    threshold === undefined ? Promise.resolve([]) : find(db, projectIds, threshold, days)

const finders: Record<AlertTrigger, Finder> = {
  'issue.new': ({ db }, projectIds) => findPastNew(db, projectIds, days),
  'issue.reopened': entriesOf('issue.reopened'),
  'issue.escalating': async ({ db, findPastEscalations, now }, projectIds) => {
    const found = await findPastEscalations(db, projectIds, new Date(now().getTime() - days * dayMs))
    return found.map((one) => ({ ...one, trigger: 'issue.escalating', subject: '' }))
  },
  'issue.users': counted(findPastUsers),
  'issue.first_in_release': ({ db }, projectIds) => findPastFirsts(db, projectIds, days),
  'project.silent': counted(findPastSilent),
  'project.losing': counted(findPastLosing),
  'project.rate': (deps, projectIds, threshold) =>
    threshold !== undefined && threshold.minutes < 60 ? undefined : counted(findPastBusy)(deps, projectIds, threshold),
  'release.new_issues': counted(findPastNewIssues),
  'release.crash_free': counted(findPastCrashing),
  'issue.regressed': entriesOf('issue.regressed'),
  'issue.resolved': entriesOf('issue.resolved'),
  'issue.assigned': entriesOf('issue.assigned'),
  'issue.commented': entriesOf('issue.commented'),
  'issue.events': counted(findPastReached),
  'project.spike': counted(findPastSpikes),
  'release.new': ({ db }, projectIds) => findPastReleases(db, projectIds, days),
  'monitor.missed': turnsOf('monitor.missed'),
  'monitor.failed': turnsOf('monitor.failed'),
  'monitor.recovered': turnsOf('monitor.recovered'),
  'feedback.new': ({ db }, projectIds) => findPastFeedback(db, projectIds, days),
}

/** Says how often a rule would have sent something in the last two weeks, by what is kept of them. */
export async function previewRule(
  deps: PreviewDeps,
  projectIds: readonly number[],
  { triggers, threshold, condition }: AlertPreviewBody,
): Promise<AlertPreview> {
  const { db, findMatchingOnce } = deps
  const found: PastChange[] = []
  const untold: AlertTrigger[] = []
  for (const trigger of triggers) {
    const parts = await ofBucketsWith(db, projectIds, async (own) =>
      finders[trigger](deps, own, threshold ?? undefined),
    )
    if (parts.includes(undefined)) untold.push(trigger)
    else found.push(...parts.flatMap((past) => past ?? []))
  }
  const matching = await matchingOf(found, condition ?? '', (projectId, text, ids) =>
    inBucketOf(db, projectId, () => findMatchingOnce(db, projectId, text, ids)),
  )
  matching.sort((a, b) => b.at.getTime() - a.at.getTime())
  return {
    total: matching.length,
    days: daysOf(matching),
    times: matching.slice(0, times).map(({ at }) => at.toISOString()),
    examples: await examplesOf(db, matching.slice(0, examples)),
    by_hour: triggers.filter((trigger) => hourly.includes(trigger) && !untold.includes(trigger)),
    left_out: untold,
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
  const titles = await ofEachBucket(db, changes, (own) =>
    findTitles(
      db,
      [...new Set(own.map(({ projectId }) => projectId))],
      own.flatMap(({ issueId }) => issueId ?? []),
    ),
  )
  const titleOf = new Map(titles.flat().map(({ issueId, title }) => [issueId, title]))
  return changes.map(({ projectId, issueId, subject, trigger, at }) => ({
    issue_id: issueId && toBoundId('iss', projectId, issueId),
    trigger,
    at: at.toISOString(),
    title: issueId === null ? subject : (titleOf.get(issueId) ?? ''),
  }))
}
