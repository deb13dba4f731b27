import { changeIssues } from '@bugle/client-state/changes/change-issues'
import { changeMatching } from '@bugle/client-state/changes/change-matching'
import { deleteIssues } from '@bugle/client-state/changes/delete-issues'
import { mergeIssues, unmergeIssue } from '@bugle/client-state/changes/merge-issues'
import { runMutation } from '@bugle/client-state/changes/run-mutation'
import type { Action } from '@bugle/presentation/issue-actions'
import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../../components/states'
import { toasts } from '../../components/toasts'
import { queryClient } from '../../lib/queries'
import { api } from '../../lib/session'
import { outbox } from './outbox'
import type { Issue, IssueFilter } from './queries'

const deps = { api, toasts, reasonOf, outbox, refetchesLists: true }
const changing = changeIssues(deps)
const changingMatching = changeMatching(deps)
const merging = mergeIssues(deps)
const unmerging = unmergeIssue(deps)
const deleting = deleteIssues(deps)

/** Changes issues: on the screen at once, then on the server, and back if it refuses; with undo. Without a server, later. */
export function decide(issues: Issue[], action: Action): void {
  // A toast has said why it failed.
  runMutation(queryClient, changing, { issues, action }).catch(() => {})
}

/** Changes everything that a list is of; refused if that is no longer what was shown. */
export function decideAll(filter: IssueFilter, count: number, action: Action): void {
  runMutation(queryClient, changingMatching, { matching: { filter, count }, action }).catch(() => {})
}

export const useMergeIssues = () => useMutation(merging)
export const useUnmergeIssue = () => useMutation(unmerging)
export const useDeleteIssues = () => useMutation(deleting)
