import { newId } from './queue.ts'
import type { SentDecision, Waiting, WaitingDecision } from './waiting.ts'

interface TakenBack {
  /** The ids that undo what the server has. */
  undoIds: string[]
  /** Decisions to be made where the server may have one that nobody knows how to undo. */
  contraries: WaitingDecision[]
  /** Decisions that cannot be undone from here. */
  stuck: WaitingDecision[]
}

/**
 * Works out what takes decisions back.
 *
 * @param taken what waited and no longer does
 * @param known those of the decisions that the server has
 */
export function takeBack(taken: readonly Waiting[], known: readonly SentDecision[]): TakenBack {
  const unclear = [
    ...taken.filter((one) => one.kind !== 'comment').filter(({ isTried }) => isTried === true),
    ...known.flatMap(({ undoId, decision }) => (undoId === null ? [decision] : [])),
  ]
  return {
    undoIds: known.flatMap(({ undoId }) => undoId ?? []),
    contraries: unclear.flatMap((one) => contraryOf(one) ?? []),
    stuck: unclear.filter((one) => contraryOf(one) === undefined),
  }
}

/** The decision that restores the former status; none where that had conditions, which nobody knows any more. */
function contraryOf({ issueId, shortId, change, seen, failed }: WaitingDecision): WaitingDecision | undefined {
  if (change.status === undefined || (seen !== 'unresolved' && seen !== 'ignored')) return undefined
  return { id: newId(issueId), issueId, shortId, change: { status: seen }, seen: change.status, failed }
}
