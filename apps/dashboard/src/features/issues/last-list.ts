import { nextUnseen } from './list-updates.ts'
import type { Issue } from './queries.ts'

/** The list that an issue was opened from: its issues in order, and the way back. */
interface LastList {
  issues: readonly Issue[]
  /** Number of matching issues, loaded or not. */
  total: number
  /** The reader's previous visit. */
  seenAt: string | null | undefined
  href: string
}

let last: LastList | undefined

export function keepLastList(list: LastList): void {
  last = list
}

interface Neighbors {
  at: number
  of: number
  before: string | undefined
  after: string | undefined
  /** Id of the next issue that is new or regressed. */
  nextUnseen: string | undefined
  href: string
}

/** Finds the neighbors of an issue in the last list; undefined when the issue was opened by its address. */
export function neighborsOf(id: string): Neighbors | undefined {
  const at = last?.issues.findIndex((issue) => issue.id === id) ?? -1
  if (last === undefined || at === -1) return undefined
  return {
    at: at + 1,
    of: Math.max(last.total, last.issues.length),
    before: last.issues[at - 1]?.id,
    after: last.issues[at + 1]?.id,
    nextUnseen: nextUnseen(last.issues, at, last.seenAt)?.id,
    href: last.href,
  }
}
