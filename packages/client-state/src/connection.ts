import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** State of the connection to the server. `live`: updates are pushed; `polling`: they are polled. */
export type Connection = 'live' | 'polling' | 'reconnecting' | 'offline'

interface State {
  connection: Connection
  /** When the server last responded, by this device's clock. */
  respondedAt: number
}

let state: State = { connection: 'polling', respondedAt: Date.now() }
const listeners = new Set<() => void>()

/** Updates the state. While the browser is offline, the state of the stream is ignored. */
function set(reported: State): void {
  const next: State = onlineManager.isOnline() ? reported : { ...reported, connection: 'offline' }
  const isSame = next.connection === state.connection && next.respondedAt - state.respondedAt < 10_000
  if (isSame) return
  state = next
  for (const listener of listeners) listener()
}

/** Records whether a request got any response. */
export function noteResponse(hasResponded: boolean): void {
  if (hasResponded) {
    const isBack = state.connection === 'offline'
    set({ connection: isBack ? 'polling' : state.connection, respondedAt: Date.now() })
  } else set({ ...state, connection: 'offline' })
}

export function setConnection(connection: Connection): void {
  set({ ...state, connection })
}

// Back online the page polls; the stream reports by itself when it is open.
onlineManager.subscribe((isOnline) => setConnection(isOnline ? 'polling' : 'offline'))

export function connectionNow(): Connection {
  return state.connection
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): State {
  return useSyncExternalStore(subscribe, () => state)
}
