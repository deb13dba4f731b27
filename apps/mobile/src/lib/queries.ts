import { ApiError } from '@bugle/api-client'
import { dayMs } from '@bugle/protocol/vocabulary'
import { QueryClient } from '@tanstack/react-query'

/** Whether a retry may succeed: a refusal would be repeated. */
function mayHelp(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: dayMs,
      retry: (failures, error) => failures < 2 && mayHelp(error),
      refetchOnWindowFocus: true,
      // Whether the server can be reached is found out by asking it.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
