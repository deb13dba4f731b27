import type { Change, Issue } from '@bugle/presentation/types'

/** A decision that the server has not received yet. */
export interface WaitingDecision {
  kind?: 'decision'
  id: string
  issueId: string
  shortId: string
  change: Change
  /** The status that the decision was about: another one now means that somebody decided meanwhile. */
  seen: Issue['status']
  /** Sentence for the case that it cannot be sent. */
  failed: string
  /** Names it, so that the server recognizes it if it has it already. */
  key?: string
  /** Whether it was sent before and its response was lost: then the server may have it. */
  isTried?: boolean
}

/** A comment that the server has not received yet. */
export interface WaitingComment {
  kind: 'comment'
  id: string
  issueId: string
  shortId: string
  text: string
  mentions?: string[]
  /** Whether it was sent before and its response was lost: then it may be there already. */
  isTried?: boolean
}

export type Waiting = WaitingDecision | WaitingComment

/** A decision that the server has, with what undoes it; null where that is not known. */
export interface SentDecision {
  decision: WaitingDecision
  undoId: string | null
}
