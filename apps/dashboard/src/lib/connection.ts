import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** How the page stands with the server. `live`: news come by themselves; `polling`: they are asked for. */
export type Connection = 'live' | 'polling' | 'reconnecting' | 'offline'

interface State {
  connection: Connection
  /** When the server answered last, by this device's clock. */
  answeredAt: number
}

let state: State = { connection: 'polling', answeredAt: Date.now() }
const listeners = new Set<() => void>()

function set(next: State): void {
  const isSame = next.connection === state.connection && next.answeredAt - state.answeredAt < 10_000
  if (isSame) return
  state = next
  for (const tell of listeners) tell()
}

/** Tells what became of a request: an answer, whatever it says, or none. */
export function noteAnswer(hasAnswered: boolean): void {
  if (hasAnswered) {
    const isBack = state.connection === 'offline'
    set({ connection: isBack ? 'polling' : state.connection, answeredAt: Date.now() })
  } else set({ ...state, connection: 'offline' })
}

export function setConnection(connection: Connection): void {
  set({ ...state, connection })
}

onlineManager.subscribe((isOnline) => {
  if (!isOnline) setConnection('offline')
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): State {
  return useSyncExternalStore(subscribe, () => state)
}
