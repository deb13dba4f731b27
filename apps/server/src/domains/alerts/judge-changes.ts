import { type Database, type Tx, transaction } from '../../db/database.ts'
import { minuteMs } from '../../lib/time.ts'
import { noIssue } from '../notifications/index.ts'
import { type FireDeps, fire } from './fire.ts'
import type { Hit } from './hit.ts'

import { type MatchDeps, matchingOf } from './matching.ts'
import {
  findProjectsToJudge,
  postponePendingAlerts,
  type TakenChange,
  takePendingAlerts,
} from './pending-alert-store.ts'
import { findRulesOfProject, type RuleRow } from './rule-store.ts'

export interface JudgeDeps extends MatchDeps, FireDeps {
  db: Database
}

const projectsAtOnce = 50
/** When a project whose changes could not be judged is tried again. */
const retryMs = minuteMs

/** Judges the changes that are due by the rules of their projects, and queues deliveries. @returns how many projects */
export async function judgeDueChanges(deps: JudgeDeps): Promise<number> {
  const { db, onFailed } = deps
  const projects = await findProjectsToJudge(db, projectsAtOnce)
  for (const projectId of projects)
    try {
      await transaction(db, async (tx) => {
        const changes = await takePendingAlerts(tx, projectId)
        if (changes.length > 0) await fire(deps, tx, await hitsOf(deps, tx, projectId, changes))
      })
    } catch (error) {
      // The others are judged all the same.
      onFailed(error)
      await postponePendingAlerts(db, projectId, retryMs)
    }
  return projects.length
}

async function hitsOf(deps: JudgeDeps, tx: Tx, projectId: number, changes: readonly TakenChange[]): Promise<Hit[]> {
  const hits: Hit[] = []
  const triggeredBy = (rule: RuleRow) =>
    changes.filter(({ trigger, isFast }) => rule.isFast === isFast && rule.triggers.includes(trigger))
  const rules = (await findRulesOfProject(tx, projectId)).filter((rule) => triggeredBy(rule).length > 0)
  if (rules.some(({ condition }) => readsLateCounts(condition, changes))) await deps.settleCounts()
  for (const rule of rules) {
    const triggered = triggeredBy(rule)
    const issueIds = triggered.map(({ issueId }) => issueId).filter((issueId) => issueId !== noIssue)
    const matching = await matchingOf(deps, tx, rule, { projectId, issueIds })
    for (const { issueId, isFast: _, ...change } of triggered)
      if (issueId === noIssue) hits.push({ ...change, rule, issueId: undefined, isChange: true })
      else if (matching.has(issueId)) hits.push({ ...change, rule, issueId, isChange: true })
  }
  return hits
}

/** Whether a condition reads counts that are late: those of tags and, for issues that are known already, all. */
function readsLateCounts(condition: string, changes: readonly TakenChange[]): boolean {
  if (condition === '') return false
  return /\btag\./i.test(condition) || changes.some(({ trigger }) => trigger !== 'issue.new')
}
