import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** How the page stands with the server. `live`: news come by themselves; `polling`: they are asked for. */
export type Connection = 'live' | 'polling' | 'reconnecting' | 'offline'

interface State {
  connection: Connection
  /** When the server answered last, by this device's clock. */
  respondedAt: number
}

let state: State = { connection: 'polling', respondedAt: Date.now() }
const listeners = new Set<() => void>()

/** While the browser itself is offline, nothing else that is told changes that: a stream that breaks is no news then. */
function set(told: State): void {
  const next: State = onlineManager.isOnline() ? told : { ...told, connection: 'offline' }
  const isSame = next.connection === state.connection && next.respondedAt - state.respondedAt < 10_000
  if (isSame) return
  state = next
  for (const tell of listeners) tell()
}

/** Tells what became of a request: an answer, whatever it says, or none. */
export function noteResponse(hasResponded: boolean): void {
  if (hasResponded) {
    const isBack = state.connection === 'offline'
    set({ connection: isBack ? 'polling' : state.connection, respondedAt: Date.now() })
  } else set({ ...state, connection: 'offline' })
}

export function setConnection(connection: Connection): void {
  set({ ...state, connection })
}

// Back again it is asked; the stream says by itself when it is there.
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
