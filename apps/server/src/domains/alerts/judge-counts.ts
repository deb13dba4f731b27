import type { IssueTrigger } from '@bugle/protocol'
import { type Queryable, type Tx, transaction } from '../../db/database.ts'
import { fire } from './fire.ts'
import type { Hit } from './hit.ts'
import type { JudgeDeps } from './judge-changes.ts'
import { matchingOf } from './matching.ts'
import { findFirstInRelease, findReached, findRecentIssues } from './reached-store.ts'
import { findProjectsWithRules, findRulesOfProject, type RuleRow } from './rule-store.ts'

/** Triggers that are judged by counters, after events of an issue were counted. */
const countedTriggers = [
  'issue.escalating',
  'issue.events',
  'issue.users',
  'issue.first_in_release',
] as const satisfies IssueTrigger[]
type CountedTrigger = (typeof countedTriggers)[number]

export function isCounted(trigger: string): trigger is CountedTrigger {
  return (countedTriggers as readonly string[]).includes(trigger)
}

/** Issues whose events were counted, by project. Lost with their process: the next one begins with those of the last hour. */
export type CountedIssues = Map<number, Set<string>>

export type CountedIssue = { projectId: number; issueId: string }

/** Returns issues that a process which was killed may not have judged. */
export function findLeftToJudge({ db }: Pick<JudgeDeps, 'db'>): Promise<CountedIssue[]> {
  return findRecentIssues(db, countedTriggers, { hours: 1, limit: 10_000 })
}

/** Judges issues with new events by the rules that count. */
export async function judgeCounts(deps: JudgeDeps, counted: CountedIssues): Promise<void> {
  const { db, onFailed } = deps
  if (counted.size === 0) return
  for (const projectId of await findProjectsWithRules(db, [...counted.keys()], countedTriggers))
    try {
      await transaction(db, async (tx) =>
        fire(deps, tx, await hitsOf(deps, tx, projectId, [...counted.get(projectId)!])),
      )
    } catch (error) {
      onFailed(error)
    }
}

async function hitsOf(deps: JudgeDeps, tx: Tx, projectId: number, issueIds: readonly string[]): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const rule of await findRulesOfProject(tx, projectId))
    for (const trigger of rule.triggers.filter(isCounted)) {
      const reached = await reachedOf(deps, tx, { rule, trigger, projectId, issueIds })
      for (const issueId of await matchingOf(deps, tx, rule, { projectId, issueIds: [...reached.keys()] }))
        hits.push({ rule, projectId, issueId, trigger, subject: reached.get(issueId) ?? '', isChange: false })
    }
  return hits
}

export interface CountQuestion {
  rule: Pick<RuleRow, 'threshold'>
  trigger: CountedTrigger
  projectId: number
  issueIds: readonly string[]
}

/** Returns the issues that a counted trigger holds for now, each with the release that it is about, if any. */
export async function reachedOf(
  { findMatching }: Pick<JudgeDeps, 'findMatching'>,
  db: Queryable,
  { rule, trigger, projectId, issueIds }: CountQuestion,
): Promise<Map<string, string | undefined>> {
  if (trigger === 'issue.first_in_release') {
    const found = await findFirstInRelease(db, projectId, issueIds)
    return new Map(found.map(({ issueId, release }) => [issueId, release]))
  }
  return withoutSubject(await reached())

  async function reached(): Promise<Set<string>> {
    if (trigger === 'issue.escalating') return findMatching(db, projectId, 'is:escalating', issueIds)
    if (rule.threshold === null) return new Set()
    return findReached(db, projectId, { issueIds, trigger, threshold: rule.threshold })
  }
}

function withoutSubject(issueIds: ReadonlySet<string>): Map<string, undefined> {
  return new Map([...issueIds].map((issueId) => [issueId, undefined]))
}
