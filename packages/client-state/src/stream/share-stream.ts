import type { Schemas } from '@bugle/api-client'
import { onlineManager } from '@tanstack/react-query'
import { basePath } from './base-path.ts'
import { setConnection } from './connection.ts'

/** Event types of the stream, as the API names them. */
const types = ['issue.created', 'issue.updated', 'issue.regressed', 'event.received', 'reset'] as const

interface LiveUpdate {
  type: (typeof types)[number]
  issueIds: string[]
  /** Whether it concerns more issues than it names. */
  hasMore: boolean
  id: string
}

/** A message between the windows of a browser. */
type Message = LiveUpdate | { connection: 'live' | 'reconnecting' } | { asks: 'connection' }

/** Updates that arrived within a short time and are applied together. */
export interface LiveUpdateBatch {
  issueIds: ReadonlySet<string>
  /** Updates were missed: anything may have changed. */
  isReset: boolean
}

/** Issues that a user changed, in this window or elsewhere. */
export interface ChangedIssues {
  ids: ReadonlySet<string>
  /** Whether there are others, which are not named. */
  hasUnnamed: boolean
}

const channelName = 'bugle-stream'
/** Bursts are applied together. */
const batchMs = 500

/**
 * Follows the live updates of the server. One connection serves all windows of a browser, since HTTP/1.1 allows six: the
 * window that holds the lock listens and forwards, and the next one resumes where it stopped. Without a stream on the
 * server the pages keep polling.
 *
 * @param apply called with each batch
 * @returns stops following
 */
export function followLiveUpdates(apply: (batch: LiveUpdateBatch) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  const ended = new AbortController()
  const batcher = new UpdateBatcher(apply)
  let lastId = ''
  /** The state of the connection where this window is the one that listens. */
  let own: 'live' | 'reconnecting' | undefined

  const take = (update: LiveUpdate) => {
    lastId = update.id
    batcher.add(update)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('asks' in data) {
      if (own !== undefined) broadcast({ connection: own })
    } else if ('connection' in data) setConnection(data.connection)
    else take(data)
  }
  const broadcast = (message: Message) => {
    // A message may still be in flight when the page stops following; the channel is closed by then.
    if (!ended.signal.aborted) channel.postMessage(message)
  }
  const report = (connection: 'live' | 'reconnecting') => {
    own = connection
    setConnection(connection)
    broadcast({ connection })
  }
  // A window that opens later, or was offline, missed the last report.
  const askOthers = () => broadcast({ asks: 'connection' })
  askOthers()
  const stopWatchingOnline = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return
    if (own === undefined) askOthers()
    else setConnection(own)
  })

  const listen = () =>
    new Promise<void>((resolve) => {
      // The lock may be granted just as following ends.
      if (ended.signal.aborted) return resolve()
      const source = new EventSource(
        `${basePath}/api/stream${lastId === '' ? '' : `?last_event_id=${encodeURIComponent(lastId)}`}`,
      )
      source.onopen = () => report('live')
      source.onerror = () => {
        // Unless it is closed, the browser reconnects by itself.
        if (source.readyState !== EventSource.CLOSED) return report('reconnecting')
        own = undefined
        setConnection('polling')
        resolve()
      }
      for (const type of types)
        source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
          const update: LiveUpdate = { type, ...issuesIn(data), id: lastEventId }
          take(update)
          broadcast(update)
        })
      ended.signal.addEventListener('abort', () => {
        source.close()
        resolve()
      })
    })
  // Held for as long as this window listens. Without https there are no locks; then each window listens by itself.
  if (navigator.locks === undefined) void listen()
  else navigator.locks.request(channelName, { signal: ended.signal }, listen).catch(() => {})
  return () => {
    ended.abort()
    stopWatchingOnline()
    channel.close()
    batcher.close()
  }
}

/** Collects updates and applies them together. */
export class UpdateBatcher {
  readonly #apply: (batch: LiveUpdateBatch) => void
  readonly #issueIds = new Set<string>()
  /** Issues that a user changed, of those. */
  readonly #changedIds = new Set<string>()
  #hasUnnamed = false
  #isReset = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(apply: (batch: LiveUpdateBatch) => void) {
    this.#apply = apply
  }

  add({ type, issueIds, hasMore }: Omit<LiveUpdate, 'id'>): void {
    for (const id of issueIds) this.#issueIds.add(id)
    if (type === 'reset') this.#isReset = true
    if (type === 'issue.updated' || type === 'issue.regressed') {
      for (const id of issueIds) this.#changedIds.add(id)
      this.#hasUnnamed ||= hasMore
    }
    this.#timer ??= setTimeout(() => this.#flush(), batchMs)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #flush(): void {
    this.#timer = undefined
    this.#apply({ issueIds: new Set(this.#issueIds), isReset: this.#isReset })
    const changed = { ids: new Set(this.#changedIds), hasUnnamed: this.#hasUnnamed || this.#isReset }
    if (changed.hasUnnamed || changed.ids.size > 0) for (const listener of listeners) listener(changed)
    this.#issueIds.clear()
    this.#changedIds.clear()
    this.#hasUnnamed = false
    this.#isReset = false
  }
}

const listeners = new Set<(changed: ChangedIssues) => void>()

/** Calls the listener for each batch that holds changes by users. @returns stops it */
export function onIssuesChanged(listener: (changed: ChangedIssues) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function issuesIn(data: string): Pick<LiveUpdate, 'issueIds' | 'hasMore'> {
  try {
    const update = JSON.parse(data) as Partial<Schemas['IssueUpdate'] & Schemas['EventUpdate']>
    return { issueIds: update.issue_ids ?? update.issues?.map(({ id }) => id) ?? [], hasMore: update.more === true }
  } catch {
    return { issueIds: [], hasMore: false }
  }
}
