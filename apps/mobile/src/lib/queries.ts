import { createQueryClient } from '@bugle/client-state/query-client'
import { dayMs } from '@bugle/protocol/vocabulary'

/** Whether the server can be reached is found out by asking it; the session's fetch records the answers. */
export const queryClient = createQueryClient({
  networkMode: 'always',
  queries: { gcTime: dayMs, refetchOnWindowFocus: true },
})
