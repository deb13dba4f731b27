import { useSyncExternalStore } from 'react'

/** Whether the server responds, by the last attempt to reach it. */
export interface Connection {
  isAway: boolean
  /** Time of its last response. */
  respondedAt: number
}

let connection: Connection = { isAway: false, respondedAt: Date.now() }
const listeners = new Set<(connection: Connection) => void>()

/** Calls a function when the server goes away or comes back. */
export function onConnection(listener: (connection: Connection) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, currentConnection, currentConnection)
}

export function currentConnection(): Connection {
  return connection
}

export function noteResponse(): void {
  if (!connection.isAway) connection.respondedAt = Date.now()
  else change({ isAway: false, respondedAt: Date.now() })
}

export function noteSilence(): void {
  if (!connection.isAway) change({ ...connection, isAway: true })
}

function change(next: Connection): void {
  connection = next
  for (const listener of listeners) listener(next)
}
