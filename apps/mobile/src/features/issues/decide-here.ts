import type { Action } from '@bugle/presentation/issue-actions'
import { decide } from './decide'
import type { Issue } from './queries'
import { walk } from './walk'

/**
 * Decides about the issue that is open. After a decision that closes it the next of its list follows.
 *
 * @param onGo shows another issue in its place
 */
export function decideHere(issue: Issue, action: Action, onGo: (id: string) => void): void {
  decide([issue], action)
  const { status } = action.change
  const next = status === undefined || status === 'unresolved' ? undefined : walk.decide(issue.id)
  if (next !== undefined) onGo(next)
}
