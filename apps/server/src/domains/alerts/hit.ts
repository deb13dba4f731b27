import type { AlertTrigger } from '@bugle/protocol'
import type { RuleRow } from './rule-store.ts'

/** A rule that holds for an issue, or for a project as a whole. */
export interface Hit {
  rule: RuleRow
  projectId: number
  /** Undefined for the project. */
  issueId: string | undefined
  trigger: AlertTrigger
  /** The release, monitor or feedback that it is about. */
  subject?: string
  /** Whether it happened just now; otherwise it is a state, which is reported when it begins. */
  isChange: boolean
  /** The account that decided it, if one did. */
  byId?: string | null
  /** People who get a mail about it without any rule. */
  mailedIds?: readonly string[]
}
