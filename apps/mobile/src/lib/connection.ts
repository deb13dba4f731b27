import { type Connection, createConnection } from '@bugle/client-state/connection'
import { useStore } from '@bugle/client-state/react'

export const connection = createConnection()

export function useConnection(): Connection {
  return useStore(connection)
}

/** Whether updates arrive by themselves; otherwise screens ask now and then. */
export function isStreaming(): boolean {
  return connection.get().stream === 'live'
}
