import { ApiError } from '@bugle/api-client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

/** Reads are tried again when the server may answer the next time; what it refused it refuses again. */
function mayHelp(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/**
 * What the pages know of the server.
 *
 * @param onSignedOut when an answer says that the session has ended
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) onSignedOut()
      },
    }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: mayHelp, refetchOnWindowFocus: false },
    },
  })
}
