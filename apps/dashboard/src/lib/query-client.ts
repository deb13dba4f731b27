import { ApiError } from '@bugle/api-client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noteResponse } from './connection.ts'

/** Whether another try may end otherwise: what the server refused it refuses again. */
function mayHelp(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** 1, 2, 4 … 30 s, with a quarter of chance, so that pages do not come back all at once. */
function delayOf(failures: number): number {
  return Math.min(30_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 2)
}

/** How long a change waits for a server that does not answer, by tries: about ten minutes. */
const maxWriteTries = 24

/**
 * What the pages know of the server.
 *
 * @param onSignedOut when an answer says that the session has ended
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

/** For changes that may wait: what never had an answer is sent again, until it has one. The server takes them twice. */
export function retryUnanswered(failures: number, error: unknown): boolean {
  const isUnanswered = error instanceof ApiError && error.status === 0
  if (isUnanswered) noteResponse(false)
  return isUnanswered && failures < maxWriteTries
}
