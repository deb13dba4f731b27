import type { IssueTrigger } from '@bugle/protocol'
import { type Queryable, transaction } from '../../db/database.ts'
import { fire } from './fire.ts'
import type { Hit } from './hit.ts'
import { findOpenIncidents } from './incident-store.ts'
import type { JudgeDeps } from './judge-changes.ts'
import { matchingOf } from './matching.ts'
import {
  type AmountQuestion,
  findEvents,
  findFirstInRelease,
  findPeople,
  findRecentIssues,
  findTotals,
} from './reached-store.ts'
import type { RecentAmounts } from './recent-amounts.ts'
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
export async function judgeCounts(
  deps: JudgeDeps,
  counted: CountedIssues,
  recentAmounts: RecentAmounts,
): Promise<void> {
  const { db, onFailed } = deps
  if (counted.size === 0) return
  for (const projectId of await findProjectsWithRules(db, [...counted.keys()], countedTriggers))
    try {
      const hits = await hitsOf(deps, { projectId, issueIds: [...counted.get(projectId)!] }, recentAmounts)
      if (hits.length > 0) await transaction(db, (tx) => fire(deps, tx, hits))
    } catch (error) {
      onFailed(error)
    }
}

async function hitsOf(
  deps: JudgeDeps,
  { projectId, issueIds }: { projectId: number; issueIds: readonly string[] },
  recentAmounts: RecentAmounts,
): Promise<Hit[]> {
  const { db } = deps
  const totals = await findTotals(db, projectId, issueIds)
  const open = new Set((await findOpenIncidents(db, projectId, issueIds)).map(keyOf))
  const questions: CountQuestion[] = []
  for (const rule of await findRulesOfProject(db, projectId, countedTriggers))
    for (const trigger of rule.triggers.filter(isCounted))
      for (const [issueId, total] of totals)
        if (
          !open.has(keyOf({ ruleId: rule.id, issueId, trigger })) &&
          (rule.threshold === null ||
            !isAmount(trigger) ||
            recentAmounts.mayReach(amountKeyOf({ rule, trigger, issueId }), total, rule.threshold))
        )
          questions.push({ rule, trigger, issueId })
  const holding = await holdingOf(deps, db, { projectId, questions }, (question, amount) =>
    recentAmounts.note(amountKeyOf(question), { total: totals.get(question.issueId)!, amount }),
  )
  return matchingHits(deps, projectId, holding)
}

function keyOf({ ruleId, issueId, trigger }: { ruleId: string; issueId: string; trigger: string }): string {
  return `${ruleId} ${issueId} ${trigger}`
}

/** Rules with the same threshold share what was counted. */
function amountKeyOf({ rule: { threshold }, trigger, issueId }: CountQuestion): string {
  return `${issueId} ${trigger} ${threshold?.count} ${threshold?.minutes}`
}

async function matchingHits(deps: JudgeDeps, projectId: number, holding: readonly Holding[]): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const rule of new Set(holding.map((one) => one.rule))) {
    const ofRule = holding.filter((one) => one.rule === rule)
    const issueIds = [...new Set(ofRule.map(({ issueId }) => issueId))]
    const matching = await matchingOf(deps, deps.db, rule, { projectId, issueIds })
    for (const { issueId, trigger, subject } of ofRule)
      if (matching.has(issueId)) hits.push({ rule, projectId, issueId, trigger, subject, isChange: false })
  }
  return hits
}

/** Asks whether a counted trigger of a rule holds for an issue. */
export interface CountQuestion {
  rule: RuleRow
  trigger: CountedTrigger
  issueId: string
}

/** A counted trigger that holds. */
export interface Holding extends CountQuestion {
  /** The release that it is about, or empty. */
  subject: string
}

/** Questions that one statement answers. */
const atOnce = 500

/**
 * Returns the triggers that hold now, in a few statements for a project, however many rules ask.
 *
 * @param onCounted receives each amount that was counted, up to the threshold
 */
export async function holdingOf(
  { findMatching }: Pick<JudgeDeps, 'findMatching'>,
  db: Queryable,
  { projectId, questions }: { projectId: number; questions: readonly CountQuestion[] },
  onCounted: (question: CountQuestion, amount: number) => void = () => {},
): Promise<Holding[]> {
  const of = (trigger: CountedTrigger) => questions.filter((one) => one.trigger === trigger)
  const idsOf = (asked: readonly CountQuestion[]) => [...new Set(asked.map(({ issueId }) => issueId))]
  return [
    ...(await reached('issue.events')),
    ...(await reached('issue.users')),
    ...(await escalating()),
    ...(await firstInRelease()),
  ]

  async function reached(trigger: AmountTrigger): Promise<Holding[]> {
    const asked = of(trigger).filter(hasThreshold)
    const found: Holding[] = []
    for (let from = 0; from < asked.length; from += atOnce) {
      const some = asked.slice(from, from + atOnce)
      const amounts = await findAmounts[trigger](db, projectId, some.map(amountQuestionOf))
      for (const [nth, question] of some.entries()) {
        onCounted(question, amounts[nth]!)
        if (amounts[nth]! >= question.rule.threshold.count) found.push({ ...question, subject: '' })
      }
    }
    return found
  }

  async function escalating(): Promise<Holding[]> {
    const asked = of('issue.escalating')
    if (asked.length === 0) return []
    const found = await findMatching(db, projectId, 'is:escalating', idsOf(asked))
    return asked.filter(({ issueId }) => found.has(issueId)).map((question) => ({ ...question, subject: '' }))
  }

  async function firstInRelease(): Promise<Holding[]> {
    const asked = of('issue.first_in_release')
    if (asked.length === 0) return []
    const found = await findFirstInRelease(db, projectId, idsOf(asked))
    const releases = new Map(found.map(({ issueId, release }) => [issueId, release]))
    return asked
      .filter(({ issueId }) => releases.has(issueId))
      .map((question) => ({ ...question, subject: releases.get(question.issueId)! }))
  }
}

const findAmounts = { 'issue.events': findEvents, 'issue.users': findPeople }
type AmountTrigger = keyof typeof findAmounts

function isAmount(trigger: CountedTrigger): trigger is AmountTrigger {
  return Object.hasOwn(findAmounts, trigger)
}

type WithThreshold = CountQuestion & { rule: { threshold: NonNullable<RuleRow['threshold']> } }

function hasThreshold(question: CountQuestion): question is WithThreshold {
  return question.rule.threshold !== null
}

function amountQuestionOf({ issueId, rule }: WithThreshold): AmountQuestion {
  return { issueId, threshold: rule.threshold }
}
