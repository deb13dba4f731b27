import { ApiError } from '@bugle/api-client'
import { useSyncExternalStore } from 'react'

/** Whether the server responds, by the last attempt to reach it. */
export interface Connection {
  isAway: boolean
  /** Whether it is there, but not ready: starting, overloaded, or without its database. */
  isUnready: boolean
  /** Time of its last response. */
  respondedAt: number
}

let connection: Connection = { isAway: false, isUnready: false, respondedAt: Date.now() }
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
  else change({ isAway: false, isUnready: false, respondedAt: Date.now() })
}

/** Notes the last response that shown data is of, as after a start. */
export function noteEarlierResponse(respondedAt: number): void {
  change({ ...connection, respondedAt })
}

export function noteSilence(isUnready = false): void {
  if (!connection.isAway || connection.isUnready !== isUnready) change({ ...connection, isAway: true, isUnready })
}

/** Whether a refusal says only that the server, or one behind the proxy that responds for it, is not ready. */
export function isOfUnready(status: number, code: string | undefined): boolean {
  return code === 'unavailable' || code === 'overloaded' || (code === undefined && status >= 502 && status <= 504)
}

/** Whether a request failed because the server is away, and may be sent again when it responds. */
export function isOfAway(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || isOfUnready(error.status, error.code === 'unreadable' ? undefined : error.code)
}

function change(next: Connection): void {
  connection = next
  for (const listener of listeners) listener(next)
}
