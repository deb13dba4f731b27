import type { Queryable } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import type { RuleRow } from './rule-store.ts'

export interface MatchDeps {
  /** Returns which of these issues of a project a condition matches, in the language of the issue list. */
  findMatching: (
    db: Queryable,
    projectId: number,
    condition: string,
    issueIds: readonly string[],
  ) => Promise<Set<string>>
  /** Returns which of these issues of a project escalate. */
  findEscalating: (db: Queryable, projectId: number, issueIds: readonly string[]) => Promise<Set<string>>
  /** Merges the counts of tags, and of releases and environments of known issues, which are late by seconds. */
  settleCounts: () => Promise<void>
  /** Receives the errors of single projects and rules. */
  onFailed: (error: unknown) => void
}

/** Returns which of these issues the condition of a rule matches. */
export async function matchingOf(
  { findMatching, onFailed }: MatchDeps,
  db: Queryable,
  { condition, name }: Pick<RuleRow, 'condition' | 'name'>,
  { projectId, issueIds }: { projectId: number; issueIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (condition === '' || issueIds.length === 0) return new Set(issueIds)
  try {
    return await findMatching(db, projectId, condition, issueIds)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Better a message too many than none: the condition was readable when it was entered.
    onFailed(new Error(`The condition of the alert rule ${name} cannot be read.`, { cause: error }))
    return new Set(issueIds)
  }
}
