import { issueChanges } from '@bugle/client-state/changes/issue-changes'
import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../../components/notice.tsx'
import { api } from '../../lib/api.ts'
import { retryUnanswered } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toasts.ts'

const changes = issueChanges({ api: () => api, toasts, reasonOf, retry: retryUnanswered })

export const useChangeIssues = () => useMutation(changes.changeIssues)
export const useChangeMatching = () => useMutation(changes.changeMatching)
export const useMergeIssues = () => useMutation(changes.mergeIssues)
export const useUnmergeIssue = () => useMutation(changes.unmergeIssue)
export const useDeleteIssues = () => useMutation(changes.deleteIssues)
