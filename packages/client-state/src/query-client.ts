import { ApiError } from '@bugle/api-client'
import { MutationCache, QueryCache, QueryClient, type QueryObserverOptions } from '@tanstack/react-query'
import type { ConnectionStore } from './connection.ts'

/** Whether a retry may succeed: a refusal would be repeated. */
export function mayHelp(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/** Whether the same request may succeed when a person asks for it again: after signing in, or a while later. */
export function mayHelpOnRequest(error: unknown): boolean {
  return mayHelp(error) || (error instanceof ApiError && (error.status === 401 || error.status === 429))
}

/** 1, 2, 4 … 30 s with 25 % jitter, so that pages do not return all at once. */
function delayOf(failures: number): number {
  return Math.min(30_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 2)
}

/** Longest time between retries of a change: no page that says that the server is back shows for long what it lacks. */
const longestChangeDelayMs = 2500

/** Retries of a change while the server is unreachable: about ten minutes. */
const maxWriteTries = 240

interface QueryClientOptions {
  /** Records what became of requests after their retries; left out where the client's fetch records each. */
  connection?: ConnectionStore
  /** Called when a response says that the session has ended. */
  onSignedOut?: () => void
  /** Whether requests wait for a network, or find out by asking that there is none. */
  networkMode: 'online' | 'always'
  queries: Pick<QueryObserverOptions, 'gcTime' | 'refetchOnWindowFocus'>
}

/** Creates the query cache of an app. */
export function createQueryClient({ connection, onSignedOut, networkMode, queries }: QueryClientOptions): QueryClient {
  const noteSuccess = () => connection?.noteResponse()
  const noteFailure = (error: unknown) => {
    if (error instanceof ApiError && error.status === 0) connection?.noteSilence()
    else connection?.noteResponse()
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: noteSuccess,
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) onSignedOut?.()
        noteFailure(error)
      },
    }),
    mutationCache: new MutationCache({ onSuccess: noteSuccess, onError: noteFailure }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && mayHelp(error),
        retryDelay: delayOf,
        networkMode,
        ...queries,
      },
      mutations: {
        retryDelay: (failures) => Math.min(longestChangeDelayMs, delayOf(failures)),
        networkMode,
      },
    },
  })
}

/** Retry policy of changes that may wait: one without any response is sent again. The server accepts it twice. */
export function retryUnanswered(connection: ConnectionStore): (failures: number, error: unknown) => boolean {
  return (failures, error) => {
    const isUnanswered = error instanceof ApiError && error.status === 0
    if (isUnanswered) connection.noteSilence()
    return isUnanswered && failures < maxWriteTries
  }
}
