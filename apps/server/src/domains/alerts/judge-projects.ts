import { type ProjectTrigger, projectTriggers, type StateTrigger, stateTriggers } from '@bugle/protocol'
import { inBucket } from '../../db/buckets.ts'
import { type Database, type Tx, transaction } from '../../db/database.ts'
import { Loop } from '../../lib/loop.ts'
import { findBuckets } from '../projects/index.ts'
import { type FireDeps, fire } from './fire.ts'
import type { Hit } from './hit.ts'
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

export interface RuleDeps extends FireDeps {
  db: Database
  /** Receives the errors of single buckets. */
  onFailed: (error: unknown) => void
}

/** Judges rules about states of projects when it is woken, beside any number of other workers. */
export function createRuleLoop(options: RuleDeps & { onJudged: () => void }): Loop {
  return new Loop({
    run: async () => {
      let done = 0
      for (let count = await judgeProjects(options); count > 0; count = await judgeProjects(options)) done += count
      if (done > 0) options.onJudged()
      return undefined
    },
    onFailed: options.onFailed,
  })
}

/** Judges the rules about states of projects that are due, each in the buckets of its projects. @returns how many */
async function judgeProjects(deps: RuleDeps): Promise<number> {
  const { db, onFailed } = deps
  const taken = await transaction(db, (tx) => takeDueRules(tx, rulesAtOnce))
  const rules: SpokenRule[] = []
  for (const rule of taken) if (!isMuted(rule)) rules.push({ rule, projectIds: await findProjectsOfRule(db, rule) })
  const buckets = await findBuckets(
    db,
    rules.flatMap(({ projectIds }) => projectIds),
  )
  for (const bucket of new Set(buckets.values())) {
    const own = rules.map(({ rule, projectIds }) => ({
      rule,
      projectIds: projectIds.filter((id) => buckets.get(id) === bucket),
    }))
    // The rules are judged again in a minute, and those of other buckets are judged all the same.
    await inBucket(bucket, () => transaction(db, (tx) => judgeRules(deps, tx, own))).catch(onFailed)
  }
  return taken.length
}

/** A rule, and projects that it speaks of. */
interface SpokenRule {
  rule: RuleRow
  projectIds: readonly number[]
}

async function judgeRules(deps: FireDeps, tx: Tx, rules: readonly SpokenRule[]): Promise<void> {
  const hits: Hit[] = []
  for (const { rule, projectIds } of rules)
    for (const trigger of projectIds.length === 0 ? [] : rule.triggers.filter(isState))
      for (const { projectId, subject } of await findStates(tx, projectIds, { trigger, rule }))
        hits.push({ rule, projectId, issueId: undefined, trigger, subject, isChange: false })
  await fire(deps, tx, hits)
}

function isMuted({ mutedUntil }: RuleRow): boolean {
  return mutedUntil !== null && mutedUntil.getTime() > Date.now()
}
