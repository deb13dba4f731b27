import { type Connection, createConnection } from '@bugle/client-state/connection'
import { useStore } from '@bugle/client-state/react'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export const connection = createConnection()

/** How the page is updated. `live`: updates are pushed; `polling`: they are polled. */
export type Updating = 'live' | 'polling' | 'reconnecting' | 'offline'

/** A server that is away, or a browser without a network, outweighs the state of the stream. */
export function updatingBy({ server, stream }: Pick<Connection, 'server' | 'stream'>, isOnline: boolean): Updating {
  if (!isOnline || server !== 'there') return 'offline'
  return stream === 'none' ? 'polling' : stream
}

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener)

export function useConnection(): { updating: Updating; respondedAt: number } {
  const isOnline = useSyncExternalStore(subscribeOnline, () => onlineManager.isOnline())
  const now = useStore(connection)
  return { updating: updatingBy(now, isOnline), respondedAt: now.respondedAt }
}
