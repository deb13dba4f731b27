import { type Database, type Queryable, transaction } from '../../db/database.ts'
import { hourMs, minuteMs } from '../../lib/time.ts'
import { Refusal } from '../../refusal.ts'
import { addDeliveries, type NewDelivery, type ReportedChange } from '../channels/index.ts'
import { findProjectsToJudge, postponePendingAlerts, takePendingAlerts } from './pending-alert-store.ts'
import { findRulesOfProject, type RuleRow } from './rule-store.ts'

export interface JudgeDeps {
  db: Database
  /** Returns which of these issues of a project a condition matches, in the language of the issue list. */
  findMatching: (
    db: Queryable,
    projectId: number,
    condition: string,
    issueIds: readonly string[],
  ) => Promise<Set<string>>
  /** Receives the errors of single projects and rules. */
  onFailed: (error: unknown) => void
}

const projectsAtOnce = 50
/** When a project whose changes could not be judged is tried again. */
const retryMs = minuteMs
/** Least time between two messages to a channel about an issue. */
const issueRestMs = hourMs

/** Judges the changes that are due by the rules of their projects, and queues deliveries. @returns how many projects */
export async function judgeDueChanges(deps: JudgeDeps): Promise<number> {
  const { db, onFailed } = deps
  const projects = await findProjectsToJudge(db, projectsAtOnce)
  for (const projectId of projects)
    try {
      await transaction(db, async (tx) => {
        const changes = await takePendingAlerts(tx, projectId)
        if (changes.length > 0) await addDeliveries(tx, await judged(deps, tx, projectId, changes), issueRestMs)
      })
    } catch (error) {
      // The others are judged all the same.
      onFailed(error)
      await postponePendingAlerts(db, projectId, retryMs)
    }
  return projects.length
}

/** Returns what each channel is sent of a project's changes: each once, however many rules say so. */
async function judged(
  deps: JudgeDeps,
  db: Queryable,
  projectId: number,
  changes: readonly ReportedChange[],
): Promise<NewDelivery[]> {
  const byChannelAndIssue = new Map<string, NewDelivery>()
  for (const rule of await findRulesOfProject(db, projectId)) {
    const triggered = changes.filter(({ event }) => rule.triggers.includes(event))
    for (const { issueId, event } of await matchingOf(deps, db, projectId, rule, triggered))
      for (const channelId of rule.channelIds) {
        const key = `${channelId} ${issueId}`
        if (!byChannelAndIssue.has(key))
          byChannelAndIssue.set(key, { channelId, projectId, issueId, event, ruleId: rule.id })
      }
  }
  return [...byChannelAndIssue.values()]
}

async function matchingOf(
  { findMatching, onFailed }: JudgeDeps,
  db: Queryable,
  projectId: number,
  { condition, name }: RuleRow,
  triggered: readonly ReportedChange[],
): Promise<readonly ReportedChange[]> {
  if (condition === '' || triggered.length === 0) return triggered
  const ids = triggered.map(({ issueId }) => issueId)
  try {
    const matching = await findMatching(db, projectId, condition, ids)
    return triggered.filter(({ issueId }) => matching.has(issueId))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Better a message too many than none: the condition was readable when it was entered.
    onFailed(new Error(`The condition of the alert rule ${name} cannot be read.`, { cause: error }))
    return triggered
  }
}
