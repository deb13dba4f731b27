import { ApiError } from '@bugle/api-client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noteResponse } from './connection.ts'

/** Whether a retry may succeed: a refusal would be repeated. */
function mayHelp(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** 1, 2, 4 … 30 s with 25 % jitter, so that pages do not return all at once. */
function delayOf(failures: number): number {
  return Math.min(30_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 2)
}

/** Retries of a change while the server is unreachable: about ten minutes. */
const maxWriteTries = 24

/**
 * Creates the query cache.
 *
 * @param onSignedOut called when a response says that the session has ended
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
    noteResponse(!(error instanceof ApiError) || error.status !== 0)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess: () => noteResponse(true) }),
    mutationCache: new MutationCache({
      onError: (error) => noteResponse(!(error instanceof ApiError) || error.status !== 0),
      onSuccess: () => noteResponse(true),
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && mayHelp(error),
        retryDelay: delayOf,
        refetchOnWindowFocus: false,
      },
      mutations: { retryDelay: delayOf },
    },
  })
  return client
}

/** Retry policy of changes that may wait: one without any response is sent again. The server accepts it twice. */
export function retryUnanswered(failures: number, error: unknown): boolean {
  const isUnanswered = error instanceof ApiError && error.status === 0
  if (isUnanswered) noteResponse(false)
  return isUnanswered && failures < maxWriteTries
}
