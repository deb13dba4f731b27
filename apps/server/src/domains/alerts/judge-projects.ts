import type { ProjectTrigger } from '@bugle/protocol'
import { projectTriggers } from '@bugle/protocol'
import { transaction } from '../../db/database.ts'
import { fire } from './fire.ts'
import type { Hit } from './hit.ts'
import type { JudgeDeps } from './judge-changes.ts'
import { findProjectsReaching } from './reached-store.ts'
import { findProjectsOfRule, type RuleRow, takeDueRules } from './rule-store.ts'

const rulesAtOnce = 50

export function isOfProject(trigger: string): trigger is ProjectTrigger {
  return (projectTriggers as readonly string[]).includes(trigger)
}

/** Judges the rules about projects that are due. @returns how many */
export async function judgeProjects(deps: JudgeDeps): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const rules = await takeDueRules(tx, rulesAtOnce)
    const hits: Hit[] = []
    for (const rule of rules) {
      if (isMuted(rule) || rule.threshold === null) continue
      const projectIds = await findProjectsOfRule(tx, rule)
      for (const trigger of rule.triggers.filter(isOfProject))
        for (const projectId of await findProjectsReaching(tx, projectIds, trigger, rule.threshold))
          hits.push({ rule, projectId, issueId: undefined, trigger, isChange: false })
    }
    await fire(deps, tx, hits)
    return rules.length
  })
}

function isMuted({ mutedUntil }: RuleRow): boolean {
  return mutedUntil !== null && mutedUntil.getTime() > Date.now()
}
