import { changeIssues } from './change-issues.ts'
import { changeMatching } from './change-matching.ts'
import { deleteIssues } from './delete-issues.ts'
import type { ChangeDeps } from './deps.ts'
import { mergeIssues, unmergeIssue } from './merge-issues.ts'

/** The changes of issues, as mutations: `useMutation(changes.changeIssues)`, or `runMutation` outside of a component. */
export function issueChanges(deps: ChangeDeps) {
  return {
    changeIssues: changeIssues(deps),
    changeMatching: changeMatching(deps),
    mergeIssues: mergeIssues(deps),
    unmergeIssue: unmergeIssue(deps),
    deleteIssues: deleteIssues(deps),
  }
}
