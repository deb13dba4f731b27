import type { Queryable } from '../../db/database.ts'
import type { Delivery } from '../channels/index.ts'
import { findSurvivors } from '../notifications/index.ts'
import { findRulesById } from './rule-store.ts'

/** Entry of an issue's history: a channel was notified of it by a rule. */
export interface NotifiedEntry {
  issue: { projectId: number; issueId: string }
  activity: { kind: 'notified'; details: { channel: string; rule: string | null } }
}

/** Returns the entries for issues that a channel was sent; those of an issue that was merged belong to the one it was merged into. */
export async function notifiedEntries(
  db: Queryable,
  channel: string,
  reported: readonly Delivery[],
): Promise<NotifiedEntry[]> {
  const ids = reported.flatMap(({ ruleId }) => ruleId ?? [])
  const names = new Map((await findRulesById(db, ids)).map(({ id, name }) => [id, name]))
  const issues = reported.flatMap(({ projectId, issueId }) =>
    projectId === null || issueId === null ? [] : [{ projectId, issueId }],
  )
  const survivors = await findSurvivors(db, issues)
  return reported.flatMap(({ projectId, issueId, ruleId }): NotifiedEntry[] => {
    if (projectId === null || issueId === null) return []
    const rule = (ruleId === null ? undefined : names.get(ruleId)) ?? null
    return [
      {
        issue: { projectId, issueId: survivors.get(issueId) ?? issueId },
        activity: { kind: 'notified', details: { channel, rule } },
      },
    ]
  })
}
