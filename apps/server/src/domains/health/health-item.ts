import type { HexId } from '@bugle/protocol'

/** How a session ended or is going; the worst that was reported counts. */
export const worst = { healthy: 0, errored: 1, unhandled: 2, abnormal: 3, crashed: 4 } as const
export type Worst = (typeof worst)[keyof typeof worst]

export interface Common {
  projectId: number
  /** Epoch milliseconds of its arrival. */
  at: number
  /** Recognizes it when it is sent again, where none of its own ids does. */
  key?: HexId | undefined
}

export interface Program {
  release: string
  environment: string
}

export interface SessionItem extends Common, Program {
  kind: 'session'
  sessionId: string
  /** Key of the person or installation; never their text. */
  userKey: number | null
  isNew: boolean
  startedAt: number
  worst: Worst
}

export interface SessionSums extends Common, Program {
  kind: 'sessions'
  sums: {
    startedAt: number
    userKey: number | null
    exited: number
    errored: number
    crashed: number
    abnormal: number
    unhandled: number
  }[]
}

export interface CheckInItem extends Common {
  kind: 'check_in'
  /** Null: the newest that is in progress. */
  checkInId: string | null
  slug: string
  environment: string
  status: 'in_progress' | 'ok' | 'error'
  durationMs: number | null
  config: MonitorConfig | null
}

export interface MonitorConfig {
  schedule: string
  timezone: string
  marginMinutes: number
  maxRuntimeMinutes: number
  failureThreshold: number
  recoveryThreshold: number
}

export interface FeedbackItem extends Common {
  kind: 'feedback'
  /** Its own id, if the sender chose one. */
  id?: string | undefined
  clientEventId: string | null
  message: string
  name: string | null
  email: string | null
  url: string | null
}

/** Counts of what an SDK has dropped itself. */
export interface ClientReportItem extends Common {
  kind: 'client_report'
  counts: { reason: string; count: number }[]
}

/** A report of an SDK about the health of a program, beside its events. Nothing else of it is stored. */
export type HealthItem = LimitedItem | ClientReportItem
/** Those of which SDKs can be asked to send fewer. */
export type LimitedItem = SessionItem | SessionSums | CheckInItem | FeedbackItem
