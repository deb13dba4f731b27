import type { Schemas } from '@bugle/api-client'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { basePath } from './base-path.ts'
import { setConnection } from './connection.ts'

/** What comes by the stream, in the words of the interface. */
const kinds = ['issue.created', 'issue.updated', 'issue.regressed', 'event.received', 'reset'] as const
type Kind = (typeof kinds)[number]

/** What one window tells the others. */
type Message = News | { connection: 'live' | 'reconnecting' } | { asks: 'connection' }

interface News {
  kind: Kind
  issueIds: string[]
  /** Whether there were more than are named. */
  isMore: boolean
  id: string
}

const name = 'bugle-stream'
/** Bursts are applied together. */
const settleMs = 500

/**
 * Lets the pages know what happens, as it happens. One connection serves all windows of a browser, since HTTP/1.1 has
 * six of them: who holds the lock listens and tells the others, and the next one goes on where it ended. Where the
 * server has no stream, the pages go on to ask.
 *
 * @returns ends it
 */
export function followLiveUpdates(client: QueryClient): () => void {
  const channel = new BroadcastChannel(name)
  const ended = new AbortController()
  const desk = new UpdateBatcher(client)
  let lastId = ''
  /** How it stands, where this window is the one that listens. */
  let own: 'live' | 'reconnecting' | undefined

  const take = (news: News) => {
    lastId = news.id
    desk.take(news)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('asks' in data) {
      if (own !== undefined) tellOthers({ connection: own })
    } else if ('connection' in data) setConnection(data.connection)
    else take(data)
  }
  const tellOthers = (message: Message) => {
    // What was on its way when the page ended its listening is nobody's any more.
    if (!ended.signal.aborted) channel.postMessage(message)
  }
  const tell = (connection: 'live' | 'reconnecting') => {
    own = connection
    setConnection(connection)
    tellOthers({ connection })
  }
  // Who comes later has not heard it told, and who was offline not all of it.
  const askOthers = () => tellOthers({ asks: 'connection' })
  askOthers()
  const endOnline = onlineManager.subscribe((isOnline) => {
    if (!isOnline) return
    if (own === undefined) askOthers()
    else setConnection(own)
  })

  const listen = () =>
    new Promise<void>((resolve) => {
      // The lock may come just as the listening ends.
      if (ended.signal.aborted) return resolve()
      const source = new EventSource(
        `${basePath}/api/stream${lastId === '' ? '' : `?last_event_id=${encodeURIComponent(lastId)}`}`,
      )
      source.onopen = () => tell('live')
      source.onerror = () => {
        // Otherwise the browser connects again by itself.
        if (source.readyState !== EventSource.CLOSED) return tell('reconnecting')
        own = undefined
        setConnection('polling')
        resolve()
      }
      for (const kind of kinds)
        source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
          const message: News = { kind, ...issuesIn(data), id: lastEventId }
          take(message)
          tellOthers(message)
        })
      ended.signal.addEventListener('abort', () => {
        source.close()
        resolve()
      })
    })
  // Held for as long as this window listens. Without https there are no locks: then each window listens by itself.
  if (navigator.locks === undefined) void listen()
  else navigator.locks.request(name, { signal: ended.signal }, listen).catch(() => {})
  return () => {
    ended.abort()
    endOnline()
    channel.close()
    desk.close()
  }
}

/** Gathers what came and asks again for what shows it. */
class UpdateBatcher {
  readonly #client: QueryClient
  readonly #issueIds = new Set<string>()
  /** Those about which somebody decided. */
  readonly #changedIds = new Set<string>()
  #isMore = false
  #isReset = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  take({ kind, issueIds, isMore }: News): void {
    for (const id of issueIds) this.#issueIds.add(id)
    if (kind === 'reset') this.#isReset = true
    if (kind === 'issue.updated' || kind === 'issue.regressed') {
      for (const id of issueIds) this.#changedIds.add(id)
      this.#isMore ||= isMore
    }
    this.#timer ??= setTimeout(() => this.#apply(), settleMs)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #apply(): void {
    this.#timer = undefined
    for (const key of ['news', 'projects', 'first-event']) void this.#client.invalidateQueries({ queryKey: [key] })
    if (this.#isReset) void this.#client.invalidateQueries({ queryKey: ['issue'] })
    else for (const id of this.#issueIds) void this.#client.invalidateQueries({ queryKey: ['issue', id] })
    const hasUnnamed = this.#isMore || this.#isReset
    if (hasUnnamed || this.#changedIds.size > 0)
      for (const listener of listeners) listener({ ids: new Set(this.#changedIds), hasUnnamed })
    this.#issueIds.clear()
    this.#changedIds.clear()
    this.#isMore = false
    this.#isReset = false
  }
}

/** Issues about which somebody decided, at a screen of theirs or in this one. */
export interface ChangedIssues {
  ids: ReadonlySet<string>
  /** Whether there were others, which are not named. */
  hasUnnamed: boolean
}

const listeners = new Set<(changed: ChangedIssues) => void>()

/** Tells of decisions as they come. @returns ends it */
export function onIssuesChanged(listener: (changed: ChangedIssues) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function issuesIn(data: string): Pick<News, 'issueIds' | 'isMore'> {
  try {
    const news = JSON.parse(data) as Partial<Schemas['IssueUpdate'] & Schemas['EventUpdate']>
    return { issueIds: news.issue_ids ?? news.issues?.map(({ id }) => id) ?? [], isMore: news.more === true }
  } catch {
    return { issueIds: [], isMore: false }
  }
}
