import type { Issue } from '../queries.ts'
import { nextUnseen } from './list-updates.ts'

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
  position: number
  total: number
  before: string | undefined
  after: string | undefined
  /** Id of the next issue that is new or regressed. */
  nextUnseen: string | undefined
  href: string
}

/** Finds the neighbors of an issue in the last list; undefined when the issue was opened by its address. */
export function neighborsOf(id: string): Neighbors | undefined {
  const index = last?.issues.findIndex((issue) => issue.id === id) ?? -1
  if (last === undefined || index === -1) return undefined
  return {
    position: index + 1,
    total: Math.max(last.total, last.issues.length),
    before: last.issues[index - 1]?.id,
    after: last.issues[index + 1]?.id,
    nextUnseen: nextUnseen(last.issues, index, last.seenAt)?.id,
    href: last.href,
  }
}
