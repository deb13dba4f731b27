import { mergeIssues } from '@bugle/client-state/changes/merge-issues'
import { useMutation } from '@tanstack/react-query'
import { deps } from './change.ts'

const merging = mergeIssues(deps)
export const useMergeIssues = () => useMutation(merging)
