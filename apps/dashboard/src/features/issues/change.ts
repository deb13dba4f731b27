import { changeIssues } from '@bugle/client-state/changes/change-issues'
import type { ChangeDeps } from '@bugle/client-state/changes/deps'
import { useMutation } from '@tanstack/react-query'
import { reasonOf } from '../../components/notice.tsx'
import { api } from '../../lib/api.ts'
import { retryUnanswered } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toasts.ts'

export const deps: ChangeDeps = { api: () => api, toasts, reasonOf, retry: retryUnanswered }

const changing = changeIssues(deps)
export const useChangeIssues = () => useMutation(changing)
