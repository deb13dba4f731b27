import type { ApiClient } from '@bugle/api-client'
import type { Change, Issue } from '@bugle/presentation/types'
import type { Toasts } from '../toasts.ts'

/** Where changes wait that the server could not be given. */
export interface WaitingChanges {
  hasWaiting: () => boolean
  /**
   * Keeps a change of issues, each as a decision of its own, behind those that wait already.
   *
   * @param failed sentence for the case that it is refused
   * @returns the ids of the decisions
   */
  addDecisions: (issues: readonly Issue[], change: Change, failed: string) => string[]
  drop: (ids: readonly string[]) => void
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
