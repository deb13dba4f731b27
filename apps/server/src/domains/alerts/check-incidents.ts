import { type Database, type Tx, transaction } from '../../db/database.ts'
import { groupBy } from '../../lib/group-by.ts'
import { addEdits, addIncidentEvents, addRecoveries } from '../channels/index.ts'
import { findFailingMonitors } from './health-read-store.ts'
import { findSettled, findStillOpen, type IncidentRow, recoverIncidents, takeDueIncidents } from './incident-store.ts'
import type { JudgeDeps } from './judge-changes.ts'
import { holdingOf, isCounted } from './judge-counts.ts'
import { isOfProject, isState } from './judge-projects.ts'
import { findOpen } from './reached-store.ts'
import { findRulesById, type RuleRow } from './rule-store.ts'
import { findStates } from './state-store.ts'

const atOnce = 500

/** Looks at incidents that are due: those whose issue is settled or whose threshold is no longer reached have recovered. */
export async function checkIncidents(deps: JudgeDeps & { db: Database }): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const due = await takeDueIncidents(tx, atOnce)
    if (due.length === 0) return 0
    const rules = new Map(
      (
        await findRulesById(
          tx,
          due.map(({ ruleId }) => ruleId),
        )
      ).map((rule) => [rule.id, rule]),
    )
    const over: IncidentRow[] = []
    for (const same of groupsOf(due)) {
      const ofRules = same.filter(({ ruleId }) => rules.get(ruleId)?.isEnabled === true)
      const holding = await holdingIds(deps, tx, rules, ofRules)
      over.push(...same.filter(({ id }) => !holding.has(id)))
    }
    await recoverIncidents(tx, over)
    await addEdits(tx, over, (incidents) => findStillOpen(tx, incidents))
    await addIncidentEvents(tx, over, 'incident.recovered')
    await addRecoveries(tx, await findSettled(tx, over), (ruleId) => rules.get(ruleId)?.notifiesRecovery === true)
    return due.length
  })
}

/** Returns incidents by project, and by rule and trigger too where they are about the project. */
function groupsOf(incidents: readonly IncidentRow[]): IncidentRow[][] {
  const groups = groupBy(incidents, ({ ruleId, projectId, trigger }) =>
    isOfProject(trigger) ? `${projectId} ${ruleId} ${trigger}` : String(projectId),
  )
  return [...groups.values()]
}

/** Returns the ids of those that hold still. */
async function holdingIds(
  deps: JudgeDeps,
  tx: Tx,
  rules: ReadonlyMap<string, RuleRow>,
  same: readonly IncidentRow[],
): Promise<Set<string>> {
  if (same.length === 0) return new Set()
  const { projectId, trigger, ruleId } = same[0]!
  if (isOfProject(trigger)) {
    const subjects = isState(trigger)
      ? (await findStates(tx, [projectId], { trigger, rule: rules.get(ruleId)! })).map(({ subject }) => subject)
      : await findFailingMonitors(tx, projectId)
    return new Set(same.filter(({ subject }) => subjects.includes(subject)).map(({ id }) => id))
  }
  const issueIds = [...new Set(same.map(({ issueId }) => issueId))]
  const open = await findOpen(tx, projectId, issueIds)
  const questions = same.flatMap((one) =>
    isCounted(one.trigger) && open.has(one.issueId)
      ? [{ rule: rules.get(one.ruleId)!, trigger: one.trigger, issueId: one.issueId }]
      : [],
  )
  const holding = new Set((await holdingOf(deps, tx, { projectId, questions })).map(keyOf))
  return new Set(
    same
      .filter((one) =>
        isCounted(one.trigger) ? holding.has(keyOf({ ...one, rule: { id: one.ruleId } })) : open.has(one.issueId),
      )
      .map(({ id }) => id),
  )
}

interface Key {
  rule: Pick<RuleRow, 'id'>
  trigger: string
  issueId: string
  subject: string
}

function keyOf({ rule, trigger, issueId, subject }: Key): string {
  return `${rule.id} ${trigger} ${issueId} ${subject}`
}
