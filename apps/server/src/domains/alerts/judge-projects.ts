import { type ProjectTrigger, projectTriggers, type StateTrigger, stateTriggers } from '@bugle/protocol'
import { transaction } from '../../db/database.ts'
import { fire } from './fire.ts'
import type { Hit } from './hit.ts'
import type { JudgeDeps } from './judge-changes.ts'
import { findProjectsOfRule, type RuleRow, takeDueRules } from './rule-store.ts'
import { findStates } from './state-store.ts'

const rulesAtOnce = 50

/** Tells whether a trigger is about a project, or a release, monitor or feedback of it. */
export function isOfProject(trigger: string): trigger is ProjectTrigger {
  return (projectTriggers as readonly string[]).includes(trigger)
}

export function isState(trigger: string): trigger is StateTrigger {
  return (stateTriggers as readonly string[]).includes(trigger)
}

/** Judges the rules about states of projects that are due. @returns how many */
export async function judgeProjects(deps: JudgeDeps): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const rules = await takeDueRules(tx, rulesAtOnce)
    const hits: Hit[] = []
    for (const rule of rules) {
      if (isMuted(rule)) continue
      const projectIds = await findProjectsOfRule(tx, rule)
      for (const trigger of rule.triggers.filter(isState))
        for (const { projectId, subject } of await findStates(tx, projectIds, { trigger, rule }))
          hits.push({ rule, projectId, issueId: undefined, trigger, subject, isChange: false })
    }
    await fire(deps, tx, hits)
    return rules.length
  })
}

function isMuted({ mutedUntil }: RuleRow): boolean {
  return mutedUntil !== null && mutedUntil.getTime() > Date.now()
}
