import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, parseEventStream, type StreamedEvent } from '@bugle/api-client'
import type { Context } from './context.ts'

/** A message of the server's live updates. */
export interface StreamMessage {
  event: string
  data: string
}

const reconnectMs = { first: 500, longest: 15_000 }

/**
 * Follows the live updates of a project, and reconnects where the last message was whenever the connection breaks. Ends
 * when the signal is aborted, or when the server refuses.
 *
 * @param projectId undefined for all projects
 * @param onReconnect called before each further attempt
 * @example for await (const { event, data } of followStream(context, project.id)) …
 */
export async function* followStream(
  context: Context,
  projectId: string | undefined,
  onReconnect: (milliseconds: number) => void = () => {},
  signal: AbortSignal = context.host.signal,
): AsyncGenerator<StreamMessage> {
  let lastId: string | undefined
  let waitMs = reconnectMs.first
  while (!signal.aborted) {
    try {
      for await (const message of openStream(context, projectId, lastId, signal)) {
        waitMs = reconnectMs.first
        if (message.id !== undefined) lastId = message.id
        if (message.event !== undefined) yield { event: message.event, data: message.data }
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status > 0 && error.status < 500 && error.status !== 429) throw error
    }
    onReconnect(waitMs)
    await pause(waitMs, undefined, { signal }).catch(() => {})
    waitMs = Math.min(reconnectMs.longest, waitMs * 2)
  }
}

async function* openStream(
  context: Context,
  projectId: string | undefined,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId }
  const options = { parseAs: 'stream' as const, headers, signal }
  const { data } = await (projectId === undefined
    ? context.api.GET('/api/stream', options)
    : context.api.GET('/api/projects/{id}/stream', { ...options, params: { path: { id: projectId } } }))
  // A first message at once: whoever waits knows that the stream is open.
  yield { id: undefined, event: 'open', data: '' }
  yield* parseEventStream(data as unknown as AsyncIterable<Uint8Array>)
}
