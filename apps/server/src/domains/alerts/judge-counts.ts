import type { IssueTrigger } from '@bugle/protocol'
import { type Queryable, transaction } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
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
import {
  findProjectsWithRule,
  findRuleQuestions,
  findRulesById,
  type RuleQuestion,
  type RuleRow,
} from './rule-store.ts'

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
export async function findLeftToJudge({ db }: Pick<JudgeDeps, 'db'>): Promise<CountedIssue[]> {
  const projectIds = await findProjectsWithRule(db, countedTriggers)
  return findRecentIssues(db, projectIds, { hours: 1, limit: 10_000 })
}

/** Judges issues with new events by the rules that count. */
export async function judgeCounts(
  deps: JudgeDeps,
  counted: CountedIssues,
  recentAmounts: RecentAmounts,
): Promise<void> {
  const { db, onFailed } = deps
  if (counted.size === 0) return
  for (const [projectId, rules] of await findRuleQuestions(db, [...counted.keys()], countedTriggers))
    try {
      const issueIds = [...counted.get(projectId)!]
      const questions = await openQuestions(db, { projectId, rules, issueIds }, recentAmounts)
      const hits = await hitsOf(deps, projectId, questions, recentAmounts)
      if (hits.length > 0) await transaction(db, (tx) => fire(deps, tx, hits))
    } catch (error) {
      onFailed(error)
    }
}

/** A question about an issue that has had so many events in all. */
type OpenQuestion = CountQuestion & { rule: RuleQuestion; total: number }

/** Asks what is not known: whether rules hold that have no open incident of the issue, and could hold by its events since. */
async function openQuestions(
  db: Queryable,
  { projectId, rules, issueIds }: { projectId: number; rules: readonly RuleQuestion[]; issueIds: readonly string[] },
  recentAmounts: RecentAmounts,
): Promise<OpenQuestion[]> {
  const totals = await findTotals(db, projectId, issueIds)
  const open = new Set((await findOpenIncidents(db, projectId, issueIds)).map(keyOf))
  return rules.flatMap((rule) =>
    rule.triggers
      .filter(isCounted)
      .flatMap((trigger) =>
        [...totals]
          .map(([issueId, total]) => ({ rule, trigger, issueId, total }))
          .filter((question) => mayBegin(question, open) && mayHold(question, recentAmounts)),
      ),
  )
}

/** An issue can be new in one release while an incident of another one is open. */
function mayBegin(question: OpenQuestion, open: ReadonlySet<string>): boolean {
  return question.trigger === 'issue.first_in_release' || !open.has(keyOf({ ...question, ruleId: question.rule.id }))
}

function mayHold(question: OpenQuestion, recentAmounts: RecentAmounts): boolean {
  const { threshold } = question.rule
  if (threshold === null || !isAmount(question.trigger)) return true
  return recentAmounts.mayReach(amountKeyOf(question), question.total, threshold)
}

async function hitsOf(
  deps: JudgeDeps,
  projectId: number,
  questions: readonly OpenQuestion[],
  recentAmounts: RecentAmounts,
): Promise<Hit[]> {
  const { db } = deps
  const holding = await holdingOf(deps, db, { projectId, questions }, (question, amount) =>
    recentAmounts.note(amountKeyOf(question), { total: question.total, amount }),
  )
  const matching = await matchingAmong(deps, projectId, holding)
  const ruleIds = [...new Set(matching.map(({ rule }) => rule.id))]
  const rules = new Map((ruleIds.length === 0 ? [] : await findRulesById(db, ruleIds)).map((rule) => [rule.id, rule]))
  return matching.flatMap(({ rule: { id }, issueId, trigger, subject }) => {
    const rule = rules.get(id)
    return rule === undefined ? [] : [{ rule, projectId, issueId, trigger, subject, isChange: false }]
  })
}

/** Returns those whose issue the condition of their rule matches; rules with the same condition ask once. */
async function matchingAmong<T extends { rule: RuleQuestion; issueId: string }>(
  deps: JudgeDeps,
  projectId: number,
  holding: readonly T[],
): Promise<T[]> {
  const matching: T[] = []
  if (holding.some(({ rule }) => rule.condition !== '')) await deps.settleCounts()
  for (const same of groupBy(holding, ({ rule }) => rule.condition).values()) {
    const issueIds = [...new Set(same.map(({ issueId }) => issueId))]
    const found = await matchingOf(deps, deps.db, same[0]!.rule, { projectId, issueIds })
    matching.push(...same.filter(({ issueId }) => found.has(issueId)))
  }
  return matching
}

function keyOf({ ruleId, issueId, trigger }: { ruleId: string; issueId: string; trigger: string }): string {
  return `${ruleId} ${issueId} ${trigger}`
}

/** Rules with the same threshold share what was counted. */
function amountKeyOf({ rule: { threshold }, trigger, issueId }: CountQuestion): string {
  return `${issueId} ${trigger} ${threshold?.count} ${threshold?.minutes}`
}

/** Asks whether a counted trigger of a rule holds for an issue. */
export interface CountQuestion {
  rule: Pick<RuleRow, 'id' | 'threshold'>
  trigger: CountedTrigger
  issueId: string
}

/** A question whose trigger holds; the subject is the release that it is about, or empty. */
type Holding<T> = T & { subject: string }

/** Questions that one statement answers. */
const atOnce = 500

/**
 * Returns the triggers that hold now, in a few statements for a project, however many rules ask.
 *
 * @param onCounted receives each amount that was counted, up to the threshold
 */
export async function holdingOf<T extends CountQuestion>(
  { findEscalating }: Pick<JudgeDeps, 'findEscalating'>,
  db: Queryable,
  { projectId, questions }: { projectId: number; questions: readonly T[] },
  onCounted: (question: T, amount: number) => void = () => {},
): Promise<Holding<T>[]> {
  const of = (trigger: CountedTrigger) => questions.filter((one) => one.trigger === trigger)
  const idsOf = (asked: readonly T[]) => [...new Set(asked.map(({ issueId }) => issueId))]
  return [
    ...(await reached('issue.events')),
    ...(await reached('issue.users')),
    ...(await escalating()),
    ...(await firstInRelease()),
  ]

  async function reached(trigger: AmountTrigger): Promise<Holding<T>[]> {
    const asked = of(trigger).filter((one) => one.rule.threshold !== null)
    const found: Holding<T>[] = []
    for (let from = 0; from < asked.length; from += atOnce) {
      const some = asked.slice(from, from + atOnce)
      const amounts = await findAmounts[trigger](db, projectId, some.map(amountQuestionOf))
      for (const [nth, question] of some.entries()) {
        onCounted(question, amounts[nth]!)
        if (amounts[nth]! >= question.rule.threshold!.count) found.push({ ...question, subject: '' })
      }
    }
    return found
  }

  async function escalating(): Promise<Holding<T>[]> {
    const asked = of('issue.escalating')
    if (asked.length === 0) return []
    const found = await findEscalating(db, projectId, idsOf(asked))
    return asked.filter(({ issueId }) => found.has(issueId)).map((question) => ({ ...question, subject: '' }))
  }

  async function firstInRelease(): Promise<Holding<T>[]> {
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

function amountQuestionOf({ issueId, rule }: CountQuestion): AmountQuestion {
  return { issueId, threshold: rule.threshold! }
}
