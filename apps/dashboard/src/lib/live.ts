import type { Schemas } from '@bugle/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { setConnection } from './connection.ts'

/** What comes by the stream, in the words of the interface. */
const kinds = ['issue.created', 'issue.updated', 'issue.regressed', 'event.received', 'reset'] as const
type Kind = (typeof kinds)[number]

/** What one window tells the others. */
type Message = { kind: Kind; issueIds: string[]; id: string } | { connection: 'live' | 'reconnecting' }

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
export function followNews(client: QueryClient): () => void {
  const channel = new BroadcastChannel(name)
  const ended = new AbortController()
  const desk = new NewsDesk(client)
  let lastId = ''

  const take = ({ kind, issueIds, id }: Extract<Message, { kind: Kind }>) => {
    lastId = id
    desk.take(kind, issueIds)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('connection' in data) setConnection(data.connection)
    else take(data)
  }
  const tellOthers = (message: Message) => {
    // What was on its way when the page ended its listening is nobody's any more.
    if (!ended.signal.aborted) channel.postMessage(message)
  }
  const tell = (connection: 'live' | 'reconnecting') => {
    setConnection(connection)
    tellOthers({ connection })
  }

  const listen = () =>
    new Promise<void>((resolve) => {
      // The lock may come just as the listening ends.
      if (ended.signal.aborted) return resolve()
      const source = new EventSource(
        `/api/stream${lastId === '' ? '' : `?last_event_id=${encodeURIComponent(lastId)}`}`,
      )
      source.onopen = () => tell('live')
      source.onerror = () => {
        // Otherwise the browser connects again by itself.
        if (source.readyState !== EventSource.CLOSED) return tell('reconnecting')
        setConnection('polling')
        resolve()
      }
      for (const kind of kinds)
        source.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
          const message: Extract<Message, { kind: Kind }> = { kind, issueIds: issueIdsIn(data), id: lastEventId }
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
    channel.close()
    desk.close()
  }
}

/** Gathers what came and asks again for what shows it. */
class NewsDesk {
  readonly #client: QueryClient
  readonly #issueIds = new Set<string>()
  #isReset = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  take(kind: Kind, issueIds: string[]): void {
    for (const id of issueIds) this.#issueIds.add(id)
    if (kind === 'reset') this.#isReset = true
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
    this.#issueIds.clear()
    this.#isReset = false
  }
}

function issueIdsIn(data: string): string[] {
  try {
    const news = JSON.parse(data) as Partial<Schemas['IssueNews'] & Schemas['EventNews']>
    return news.issue_ids ?? news.issues?.map(({ id }) => id) ?? []
  } catch {
    return []
  }
}
