import { createQueryClient as create, retryUnanswered as retryOver } from '@bugle/client-state/query-client'
import type { QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'

/**
 * Creates the query cache of the page.
 *
 * @param onSignedOut called when a response says that the session has ended
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return create({ connection, onSignedOut, networkMode: 'online', queries: { refetchOnWindowFocus: false } })
}

export const retryUnanswered = retryOver(connection)
