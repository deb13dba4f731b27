import type { ConnectionStore } from '../connection.ts'
import { type LiveUpdate, liveUpdateTypes, parseLiveUpdate } from './live-update.ts'

/** The parts of a browser that following needs. */
export interface StreamBrowser {
  EventSource: typeof EventSource
  BroadcastChannel: typeof BroadcastChannel
  /** Missing without https; then each window listens by itself. */
  locks: LockManager | undefined
  /** Calls a function when the browser says that it is online or offline. @returns stops it */
  onOnline: (listener: (isOnline: boolean) => void) => () => void
}

/** A message between the windows of a browser. */
type Message = (LiveUpdate & { id: string }) | { connection: 'live' | 'reconnecting' } | { asks: 'connection' }

interface ShareOptions {
  browser: StreamBrowser
  /** Address of the stream. */
  url: string
  connection: ConnectionStore
  /** Called with each update. */
  add: (update: LiveUpdate) => void
}

const channelName = 'bugle-stream'

/**
 * Follows the live updates of the server. One connection serves all windows of a browser, since HTTP/1.1 allows six: the
 * window that holds the lock listens and forwards, and the next one resumes where it stopped. Without a stream on the
 * server the pages keep polling.
 *
 * @returns stops following
 */
export function shareStream({ browser, url, connection, add }: ShareOptions): () => void {
  const channel = new browser.BroadcastChannel(channelName)
  const ended = new AbortController()
  let lastId = ''
  /** The state of the connection where this window is the one that listens. */
  let own: 'live' | 'reconnecting' | undefined

  const take = ({ id, ...update }: LiveUpdate & { id: string }) => {
    lastId = id
    add(update)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('asks' in data) {
      if (own !== undefined) broadcast({ connection: own })
    } else if ('connection' in data) connection.noteStream(data.connection)
    else take(data)
  }
  const broadcast = (message: Message) => {
    // A message may still be in flight when the page stops following; the channel is closed by then.
    if (!ended.signal.aborted) channel.postMessage(message)
  }
  const report = (state: 'live' | 'reconnecting') => {
    own = state
    connection.noteStream(state)
    broadcast({ connection: state })
  }
  // A window that opens later, or was offline, missed the last report.
  const askOthers = () => broadcast({ asks: 'connection' })
  askOthers()
  const stopWatchingOnline = browser.onOnline((isOnline) => {
    if (!isOnline) return
    if (own === undefined) askOthers()
    else connection.noteStream(own)
  })

  const listen = () =>
    new Promise<void>((resolve) => {
      // The lock may be granted just as following ends.
      if (ended.signal.aborted) return resolve()
      const source = new browser.EventSource(lastId === '' ? url : `${url}?last_event_id=${encodeURIComponent(lastId)}`)
      source.onopen = () => report('live')
      source.onerror = () => {
        // Unless it is closed, the browser reconnects by itself.
        if (source.readyState !== browser.EventSource.CLOSED) return report('reconnecting')
        own = undefined
        connection.noteStream('none')
        resolve()
      }
      for (const type of liveUpdateTypes)
        source.addEventListener(type, ({ data, lastEventId: id }: MessageEvent<string>) => {
          const update = parseLiveUpdate(type, data)
          if (update === undefined) return
          take({ ...update, id })
          broadcast({ ...update, id })
        })
      ended.signal.addEventListener('abort', () => {
        source.close()
        resolve()
      })
    })
  // Held for as long as this window listens.
  if (browser.locks === undefined) void listen()
  else browser.locks.request(channelName, { signal: ended.signal }, listen).catch(() => {})
  return () => {
    ended.abort()
    stopWatchingOnline()
    channel.close()
  }
}
