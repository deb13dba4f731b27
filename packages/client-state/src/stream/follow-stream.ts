import { parseEventStream } from '@bugle/api-client'
import type { ConnectionStore } from '../connection.ts'
import { inTime } from '../in-time.ts'
import { type LiveUpdate, parseLiveUpdate } from './live-update.ts'

const reconnectMs = { first: 1000, longest: 15_000 }
/** The server sends something every 15 s: a stream that is silent for longer ended without a word. */
const silenceMs = 40_000

interface FollowOptions {
  connection: ConnectionStore
  /** Requests the stream. */
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  /** Called with each update. */
  add: (update: LiveUpdate) => void
  /** Called when the stream is open, each time. */
  onOpen: () => void
  /** Calls a function when there is a network again: a pause ends at once. @returns stops it */
  onWake?: (listener: () => void) => () => void
}

/**
 * Follows the live updates of the server in one program, and connects again after each end.
 *
 * @returns stops following
 */
export function followStream({ connection, open, add, onOpen, onWake }: FollowOptions): () => void {
  const ended = new AbortController()
  void (async () => {
    let lastId: string | undefined
    let waitMs = reconnectMs.first
    while (!ended.signal.aborted) {
      let isUnready = false
      try {
        const response = await open(lastId === undefined ? {} : { 'last-event-id': lastId }, ended.signal)
        if (response.status === 401) {
          // Changes that wait are sent now, and the password is asked for.
          connection.noteResponse()
          return connection.noteStream('none')
        }
        isUnready = response.status >= 500
        if (!response.ok || response.body === null) throw new Error(String(response.status))
        connection.noteStream('live')
        waitMs = reconnectMs.first
        onOpen()
        for await (const { id, event, data } of parseEventStream(piecesOf(response.body, connection))) {
          if (id !== undefined) lastId = id
          const update = parseLiveUpdate(event, data)
          if (update !== undefined) add(update)
        }
      } catch {
        if (!ended.signal.aborted) connection.noteSilence(isUnready)
      }
      connection.noteStream('none')
      if (ended.signal.aborted) return
      await pause(waitMs, ended.signal, onWake)
      waitMs = Math.min(reconnectMs.longest, waitMs * 2)
    }
  })()
  return () => {
    ended.abort()
    connection.noteStream('none')
  }
}

/** The pieces of a stream, each of which is a response as well. Streams are not iterable in every browser. */
async function* piecesOf(stream: ReadableStream<Uint8Array>, connection: ConnectionStore): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await inTime(reader.read(), silenceMs).catch((error) => {
      reader.cancel().catch(() => {})
      throw error
    })
    if (done) return
    connection.noteResponse()
    yield value
  }
}

/** Waits; not longer than until there is a network again. */
function pause(ms: number, signal: AbortSignal, onWake: FollowOptions['onWake']): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopListening?.()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stopListening = onWake?.(end)
    signal.addEventListener('abort', end)
  })
}
