import { DeletedGroups } from './deleted-groups.ts'
import { Dictionary } from './dictionary.ts'
import type { DigestResult } from './digest.ts'
import { ExactGroups, type ExactGroupsOptions } from './exact-groups.ts'
import { NewGroupLimit } from './new-group-limit.ts'

const maxKnownReleases = 50_000

/** The caches of digest, from one batch to the next. */
export interface DigestMemory {
  names: Dictionary
  saturated: Set<string>
  knownReleases: Set<string>
  deletedGroups: DeletedGroups
  newGroups: NewGroupLimit
  exactGroups: ExactGroups | undefined
}

/** @param maxNewGroups groups that a project may begin per hour */
export function newMemory(maxNewGroups: number, exactGroups: ExactGroupsOptions | undefined): DigestMemory {
  return {
    names: new Dictionary(),
    saturated: new Set(),
    knownReleases: new Set(),
    deletedGroups: new DeletedGroups(),
    newGroups: new NewGroupLimit(maxNewGroups),
    exactGroups: exactGroups && new ExactGroups(exactGroups, maxNewGroups),
  }
}

/** Keeps what was learned in a transaction that has committed. */
export function keepLearned(
  { names, exactGroups, newGroups, knownReleases }: DigestMemory,
  result: DigestResult,
): void {
  names.commit()
  exactGroups?.digested()
  newGroups.note(result.newIssues)
  if (knownReleases.size > maxKnownReleases) knownReleases.clear()
}

/** Forgets what was learned in a transaction that was rolled back. */
export function forgetLearned({ names, newGroups, knownReleases }: DigestMemory): void {
  names.rollback()
  newGroups.forget()
  knownReleases.clear()
}
