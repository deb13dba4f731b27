import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { useStore } from '@bugle/client-state/react'
import { createStore } from '@bugle/client-state/store'
import { applyUpdates } from '@bugle/client-state/stream/apply-updates'
import { followStream } from '@bugle/client-state/stream/follow-stream'
import { createUpdateBatcher } from '@bugle/client-state/stream/update-batcher'
import { fetch as streamingFetch } from 'expo/fetch'
import { connection } from './connection'
import { isInForeground, onForeground } from './foreground'
import { onOnline } from './online'
import { queryClient } from './queries'
import { currentSession, onSession, sessionHeaders } from './session'

// Live updates while the app is on the screen. In the background the connection is closed: the system would do so anyway,
// and push messages take over.

/** Changes the open lists do not show yet. */
const waiting = createStore(0)
const updates = createUpdateBatcher()
updates.onBatch((batch) => {
  waiting.set(waiting.get() + batch.arrivals)
  applyUpdates(queryClient, batch)
})

/** New and returned issues that lists do not show yet: rows move only when somebody asks for it. */
export function useWaitingIssues(): number {
  return useStore(waiting)
}

export function showWaitingIssues(): void {
  waiting.set(0)
  void queryClient.invalidateQueries({ queryKey: issueKeys.lists })
}

/** Follows the server's stream while somebody is signed in and the app is on the screen. */
export function startLive(): () => void {
  let stop: (() => void) | undefined
  const adjust = () => {
    const shouldRun = currentSession().state === 'in' && isInForeground()
    if (shouldRun) stop ??= follow()
    else {
      stop?.()
      stop = undefined
    }
  }
  const ends = [onSession(adjust), onForeground(adjust), () => stop?.()]
  adjust()
  return () => {
    for (const end of ends) end()
  }
}

let wasLive = false

function follow(): () => void {
  return followStream({
    connection,
    add: updates.add,
    open: (headers, signal) =>
      streamingFetch(`${currentSession().server}/api/stream`, { headers: { ...sessionHeaders(), ...headers }, signal }),
    onOpen: () => {
      // Updates may have been missed meanwhile.
      if (wasLive) void queryClient.invalidateQueries()
      wasLive = true
    },
    onWake: onOnline,
  })
}
