import { shareStream } from '@bugle/client-state/stream/share-stream'
import { createUpdateBatcher } from '@bugle/client-state/stream/update-batcher'
import { onlineManager } from '@tanstack/react-query'
import { withBasePath } from './base-path.ts'
import { connection } from './connection.ts'

export const liveUpdates = createUpdateBatcher()

/** Follows the live updates of the server in one window of the browser for all of them. @returns stops following */
export function followLiveUpdates(): () => void {
  const stop = shareStream({
    browser: {
      EventSource,
      BroadcastChannel,
      locks: navigator.locks,
      onOnline: (listener) => onlineManager.subscribe(listener),
    },
    url: withBasePath('/api/stream'),
    connection,
    add: liveUpdates.add,
  })
  return () => {
    stop()
    liveUpdates.clear()
  }
}
