import { nextUnseen } from './list-updates.ts'
import type { Issue } from './queries.ts'

/** The list that an issue was opened from: which issues stand beside it, and the way back to it. */
interface LastList {
  issues: readonly Issue[]
  /** How many there are, loaded or not. */
  total: number
  /** When the reader had been there before. */
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
  /** The next one that is new or back. */
  nextUnseen: string | undefined
  href: string
}

/** Of the list that was seen last; nothing when the issue was opened by its address. */
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
