import { parseEventStream } from '@bugle/api-client'
import { issueKeys, projectKeys } from '@bugle/client-state/keys'
import { fetch as streamingFetch } from 'expo/fetch'
import { useSyncExternalStore } from 'react'
import { noteResponse, noteSilence } from './connection'
import { isInForeground, onForeground } from './foreground'
import { onOnline } from './online'
import { queryClient } from './queries'
import { currentSession, onSession, sessionHeaders } from './session'

// Live updates while the app is on the screen. In the background the connection is closed: the system would do so anyway,
// and push messages take over.

const reconnectMs = { first: 1000, longest: 15_000 }
/** Updates of a burst are applied together. */
const gatherMs = 500

let isLive = false
let wasLive = false
/** Changes the open lists do not show yet. */
let waiting = 0
const listeners = new Set<() => void>()
let stop: (() => void) | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const notify = () => {
  for (const listener of listeners) listener()
}

/** Whether updates arrive by themselves; otherwise screens ask now and then. */
export function isStreaming(): boolean {
  return isLive
}

/** New and returned issues that lists do not show yet: rows move only when somebody asks for it. */
export function useWaitingIssues(): number {
  return useSyncExternalStore(
    subscribe,
    () => waiting,
    () => waiting,
  )
}

export function showWaitingIssues(): void {
  setWaiting(0)
  void queryClient.invalidateQueries({ queryKey: issueKeys.lists })
}

/** Follows the server's stream while somebody is signed in and the app is on the screen. */
export function startLive(): () => void {
  const adjust = () => {
    const shouldRun = currentSession().state === 'in' && isInForeground()
    if (shouldRun && stop === undefined) stop = follow()
    if (!shouldRun && stop !== undefined) {
      stop()
      stop = undefined
    }
  }
  const ends = [onSession(adjust), onForeground(adjust)]
  adjust()
  return () => {
    for (const end of ends) end()
    stop?.()
    stop = undefined
  }
}

function follow(): () => void {
  const abort = new AbortController()
  void (async () => {
    let lastId: string | undefined
    let waitMs = reconnectMs.first
    while (!abort.signal.aborted) {
      let isUnready = false
      try {
        const response = await streamingFetch(`${currentSession().server}/api/stream`, {
          headers: { ...sessionHeaders(), ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
          signal: abort.signal,
        })
        if (response.status === 401) {
          // Waiting decisions and comments are sent now, and the password is asked for.
          noteResponse()
          return
        }
        isUnready = response.status >= 500
        if (!response.ok || response.body === null) throw new Error(String(response.status))
        noteResponse()
        setLive(true)
        waitMs = reconnectMs.first
        for await (const { id, event } of parseEventStream(piecesOf(response.body))) {
          if (id !== undefined) lastId = id
          if (event !== undefined) apply(event)
        }
      } catch {
        if (!abort.signal.aborted) noteSilence(isUnready)
      }
      setLive(false)
      if (abort.signal.aborted) return
      await pause(waitMs, abort.signal)
      waitMs = Math.min(reconnectMs.longest, waitMs * 2)
    }
  })()
  return () => {
    abort.abort()
    setLive(false)
  }
}

let isGathered = false
let hasNew = 0

/** The stream says which issues changed; what they look like now is asked for, once for a burst. */
function apply(event: string): void {
  if (event === 'issue.created' || event === 'issue.regressed' || event === 'reset') hasNew += 1
  if (isGathered) return
  isGathered = true
  setTimeout(() => {
    isGathered = false
    setWaiting(waiting + hasNew)
    hasNew = 0
    const { details, activities, counts } = issueKeys
    for (const queryKey of [details, activities, counts, projectKeys.all, projectKeys.firstEvents])
      void queryClient.invalidateQueries({ queryKey })
  }, gatherMs)
}

function setLive(next: boolean): void {
  if (isLive === next) return
  isLive = next
  // Updates may have been missed meanwhile.
  if (next && wasLive) void queryClient.invalidateQueries()
  wasLive ||= next
  notify()
}

function setWaiting(count: number): void {
  if (waiting === count) return
  waiting = count
  notify()
}

/** Streams are not iterable in every browser. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** Waits; not longer than until there is a network again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopListening()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stopListening = onOnline(end)
    signal.addEventListener('abort', end)
  })
}
