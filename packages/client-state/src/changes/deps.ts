import type { ApiClient } from '@bugle/api-client'
import type { Change, Issue } from '@bugle/presentation/types'
import type { Toasts } from '../toasts.ts'

/** Where changes wait that the server could not be given. */
export interface WaitingChanges {
  hasWaiting: () => boolean
  /** Sends a change, and once more where no response comes in time. */
  attempt: <T>(send: () => Promise<T>) => Promise<T>
  /** Whether a change is kept that failed in this way. */
  keeps: (error: unknown) => boolean
  /**
   * Keeps a change of issues, each as a decision of its own, behind those that wait already.
   *
   * @returns the ids of the decisions
   */
  addDecisions: (issues: readonly Issue[], change: Change, sent: SentBefore) => string[]
  /** Undoes what the server has: after what waits now, and before what is decided later. */
  undo: (run: () => Promise<void>) => Promise<void>
  /**
   * Takes decisions back. What is decided meanwhile is sent afterwards.
   *
   * @param undo undoes those that the server has by now, by the ids that undo them
   */
  takeBack: (ids: readonly string[], undo: (undoIds: readonly string[]) => Promise<void>) => Promise<void>
}

/** The attempt to send a change before it was kept. */
export interface SentBefore {
  /** Sentence for the case that it is refused. */
  failed: string
  /** Names the change, for a server that has it already; missing where it was not sent. */
  key?: string | undefined
}

/** Dependencies of changes of issues, which their app provides. */
export interface ChangeDeps {
  api: () => ApiClient
  toasts: Toasts
  /** Describes why a request failed, in one sentence. */
  reasonOf: (error: unknown) => string
  /** Whether a change without a response is sent again. */
  retry?: (failures: number, error: unknown) => boolean
  /** Takes changes while the server is away, in the place of `retry`. */
  outbox?: WaitingChanges
  /** Whether lists are read again after a change; otherwise their latest first page updates them in place. */
  refetchesLists?: boolean
}
