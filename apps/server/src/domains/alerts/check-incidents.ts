import { type Database, type Tx, transaction } from '../../db/database.ts'
import { addEdits, addIncidentEvents, addRecoveries } from '../channels/index.ts'
import { findFailingMonitors } from './health-read-store.ts'
import { findSettled, type IncidentRow, recoverIncidents, takeDueIncidents } from './incident-store.ts'
import type { JudgeDeps } from './judge-changes.ts'
import { isCounted, reachedOf } from './judge-counts.ts'
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
      const rule = rules.get(same[0]!.ruleId)
      const holding = rule?.isEnabled === true ? await holdingOf(deps, tx, rule, same) : new Set<string>()
      over.push(...same.filter(({ id }) => !holding.has(id)))
    }
    await recoverIncidents(tx, over)
    await addEdits(tx, over)
    await addIncidentEvents(tx, over, 'incident.recovered')
    await addRecoveries(tx, await findSettled(tx, over), (ruleId) => rules.get(ruleId)?.notifiesRecovery === true)
    return due.length
  })
}

/** Incidents of one rule, project and trigger. */
function groupsOf(incidents: readonly IncidentRow[]): IncidentRow[][] {
  const groups = new Map<string, IncidentRow[]>()
  for (const incident of incidents) {
    const key = `${incident.ruleId} ${incident.projectId} ${incident.trigger}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [incident])
    else group.push(incident)
  }
  return [...groups.values()]
}

/** Returns the ids of those that hold still. */
async function holdingOf(deps: JudgeDeps, tx: Tx, rule: RuleRow, same: readonly IncidentRow[]): Promise<Set<string>> {
  const { projectId, trigger } = same[0]!
  if (isOfProject(trigger)) {
    const subjects = isState(trigger)
      ? (await findStates(tx, [projectId], { trigger, rule })).map(({ subject }) => subject)
      : await findFailingMonitors(tx, projectId)
    return new Set(same.filter(({ subject }) => subjects.includes(subject)).map(({ id }) => id))
  }
  const issueIds = same.map(({ issueId }) => issueId)
  const holding = isCounted(trigger)
    ? await reachedOf(deps, tx, { rule, trigger, projectId, issueIds })
    : new Map([...(await findOpen(tx, projectId, issueIds))].map((issueId) => [issueId, undefined]))
  return new Set(same.filter((one) => isHolding(holding, one)).map(({ id }) => id))
}

function isHolding(holding: ReadonlyMap<string, string | undefined>, { issueId, subject }: IncidentRow): boolean {
  return holding.has(issueId) && (holding.get(issueId) ?? '') === subject
}
