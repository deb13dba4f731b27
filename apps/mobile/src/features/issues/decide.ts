import { issueChanges } from '@bugle/client-state/changes/issue-changes'
import { runMutation } from '@bugle/client-state/changes/run-mutation'
import type { Action } from '@bugle/presentation/issue-actions'
import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../../components/states'
import { toasts } from '../../components/toasts'
import { queryClient } from '../../lib/queries'
import { api } from '../../lib/session'
import { outbox } from './outbox'
import type { Issue, IssueFilter } from './queries'

const changes = issueChanges({ api, toasts, reasonOf, outbox, refetchesLists: true })

/** Changes issues: on the screen at once, then on the server, and back if it refuses; with undo. Without a server, later. */
export function decide(issues: Issue[], action: Action): void {
  // A toast has said why it failed.
  runMutation(queryClient, changes.changeIssues, { issues, action }).catch(() => {})
}

/** Changes everything that a list is of; refused if that is no longer what was shown. */
export function decideAll(filter: IssueFilter, count: number, action: Action): void {
  runMutation(queryClient, changes.changeMatching, { matching: { filter, count }, action }).catch(() => {})
}

export const useMergeIssues = () => useMutation(changes.mergeIssues)
export const useUnmergeIssue = () => useMutation(changes.unmergeIssue)
export const useDeleteIssues = () => useMutation(changes.deleteIssues)
