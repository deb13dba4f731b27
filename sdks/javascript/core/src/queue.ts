import type { Drops } from './drops.ts'
import { toMinimal } from './minimal.ts'
import type { Advise, Queue, SetTimer, Shrink, Storing } from './runtime.ts'
import type { StoredEvent } from './store.ts'
import { byteLength, type IngestResponse, type Transport } from './transport.ts'

const concurrent = 4
const firstPauseMs = 1000
const longestPauseMs = 300_000
/** Browsers allow 64 KiB for all requests in flight that outlive their page, headers included. */
const keepaliveBytes = 60_000
/** Limit on all waiting events: a hundred could have a megabyte each. */
const maxBytes = 20_000_000
/** The longest pause that a server may ask for, with its jitter. */
const longestAskedMs = 4_000_000
/**
 * How often in a row an address that is not Bugle's (404, a redirect) is tried: a proxy responds so while the server
 * behind it restarts.
 */
const maxStrays = 8

interface Waiting extends StoredEvent {
  /** Size of its request in flight. */
  sending: number
  stored: Promise<unknown> | undefined
  /** Id of the entry that goes first. */
  after: string | undefined
}

const ignore = () => {}

/** Back-off of events, or of what is no event: a server may refuse one and take the other. */
interface Pace {
  failures: number
  /** When back-off ends. */
  notBefore: number
  /** When the server's `Retry-After` ends. */
  retryAfterEnds: number
  /** Cancels the timer of the next attempt. */
  cancel: () => void
}

const newPace = (): Pace => ({ failures: 0, notBefore: 0, retryAfterEnds: 0, cancel: ignore })

export interface QueueDeps {
  url: string
  token: string
  transport: Transport
  storing?: Storing | undefined
  maxEvents: number
  setTimer: SetTimer
  /** Counts events that will never be sent. */
  drops: Drops
  debug: (value: unknown) => void
  /** Prints what whoever sets Bugle up has to mend. */
  warn: (text: string) => void
  shrink?: Shrink | undefined
  advise?: Advise | undefined
}

/** Monotonic: users put the wall clock back. */
const clock = () => (globalThis.performance ?? Date).now()

/**
 * Creates a queue. A 202 completes an event and a permanent refusal drops it; after anything else it is retried with
 * growing, jittered back-off, and never before `Retry-After`, which holds for the next run too. What is no event has room
 * and pauses of its own: sessions that the server has no room for hold back no error.
 */
export function createQueue(deps: QueueDeps): Queue {
  const { url, token, storing, drops, debug, shrink } = deps
  const waiting = new Map<string, Waiting>()
  const idle = new Set<() => void>()
  /** Statuses that were explained; 0 as well once anything has responded. */
  const explained = new Set<number>()
  let strays = 0
  /** Whether an event was refused since the last `drained`. */
  let hasRefused = false
  const paces: [events: Pace, others: Pace] = [newPace(), newPace()]
  let isLeaving = false

  const unsent = () => [...waiting.values()]

  const isFull = (to?: string) => {
    const own = unsent().filter((one) => !one.to === !to)
    return own.length >= deps.maxEvents || own.reduce((sum, { body }) => sum + body.length, 0) > maxBytes
  }

  const paceOf = (to: string | undefined) => paces[to ? 1 : 0]

  const allowed = (to?: string) => {
    const { retryAfterEnds, failures } = paceOf(to)
    return clock() < retryAfterEnds ? 0 : failures ? 1 : concurrent
  }

  const keep = (event: StoredEvent, stored?: Promise<unknown>) => {
    const after = /(?:event_id|after)=([^& ]*)/.exec(event.to ?? '')?.[1]
    if (!waiting.has(event.id)) waiting.set(event.id, { ...event, sending: 0, stored, after })
  }

  const hold = (pace: Pace, ms: number) => {
    if (ms > 0) pace.retryAfterEnds = Math.max(pace.retryAfterEnds, clock() + Math.min(ms, longestAskedMs))
  }

  const pause = (retryAfter?: string | null, to?: string) => {
    const pace = paceOf(to)
    const grown = Math.min(longestPauseMs, firstPauseMs * 2 ** pace.failures)
    pace.failures += 1
    pace.notBefore = Math.max(pace.notBefore, clock() + (grown * (1 + Math.random())) / 2)
    const asked = retryAfterMs(retryAfter) * (1 + Math.random() / 10)
    hold(pace, asked)
    // The next run sends nothing until then, so a pause of what is no event is not kept.
    if (asked && !to) storing?.pause(asked)
  }

  /** Removes an event that needs no further attempt. */
  const done = ({ id, stored }: Waiting) => {
    waiting.delete(id)
    storing?.remove(id, stored)
    if (!waiting.size) for (const end of idle) end()
  }

  const drop = (item: Waiting, reason: string) => {
    hasRefused = true
    done(item)
    if (!item.to) drops.addEvent(reason, item.body)
  }

  /** Explains a status once. */
  const explain = (status: number, { location, message }: Partial<IngestResponse> = {}) => {
    if (explained.has(status) || (status !== 402 && later.includes(status))) return
    explained.add(status)
    deps.warn(
      `[bugle] ${url} answered ${status || 'nothing'}${deps.advise?.(url, status, location) ?? (message ? `: ${message}` : '')}`,
    )
  }

  const settle = (item: Waiting, response: IngestResponse | undefined) => {
    const status = response?.status ?? 0
    const pace = paceOf(item.to)
    // Whoever responds at all is there: what fails later is the network.
    if (status) explained.add(0)
    // 202 only: a proxy's login page is a 200.
    if (status === 202) {
      pace.failures = strays = 0
      done(item)
      return
    }
    debug(`answered ${status}`)
    // A server of an earlier version takes events, and nothing else.
    if (status === 413 || status === 400 || (item.to && status === 404)) {
      // A proxy may allow less than Bugle; a hook may have added something invalid, while the error itself is valid.
      const smaller = item.to ? undefined : (shrink?.shorten ?? toMinimal)(item.body, status)
      if (smaller) item.body = smaller
      else {
        if (!item.to) {
          if (status === 413) pause()
          explain(status, response)
        }
        drop(item, status === 413 ? 'too_large' : `refused_${status}`)
      }
      return
    }
    const isStray = status === 404 || (status >= 300 && status < 400)
    strays = isStray ? strays + 1 : 0
    const isLater = isStray ? strays <= maxStrays : status < 400 || status >= 500 || later.includes(status)
    // A first failure without a response may be the network's.
    if (status < 500 && (status || pace.failures > 0)) explain(status, response)
    if (isLater) {
      pause(response?.retryAfter, item.to)
      // Moved to the end, so that an event that never gets through does not block the others.
      waiting.delete(item.id)
      waiting.set(item.id, item)
    } else drop(item, `refused_${status}`)
  }

  const send = async (item: Waiting, bytes: number, keepalive: boolean) => {
    item.sending = bytes
    let response: IngestResponse | undefined
    try {
      const [path, type] = item.to?.split(' ') ?? []
      response = await deps.transport({
        url: path ? `${url}/${path}` : url,
        token,
        type,
        body: type ? bytesOf(item.body) : stamped(item.body),
        keepalive,
      })
    } catch (error) {
      debug(error)
    }
    item.sending = 0
    if (!waiting.has(item.id)) return
    try {
      settle(item, response)
      pump()
    } catch (error) {
      debug(error)
    }
  }

  const pump = () => {
    const all = unsent()
    let room = keepaliveBytes - all.reduce((sum, { sending }) => sum + sending, 0)
    for (const pace of paces) {
      pace.cancel()
      pace.cancel = ignore
      const wait = Math.max(pace.notBefore, pace.retryAfterEnds) - clock()
      if (wait > 0) {
        pace.cancel = deps.setTimer(pump, wait)
        continue
      }
      const items = all.filter(({ to }) => paceOf(to) === pace)
      let busy = items.filter(({ sending }) => sending).length
      // On leaving a page, there may be no later attempt. After a failure, one probes for all.
      const most = pace.failures ? 1 : isLeaving ? items.length : concurrent
      for (const item of items) {
        if (busy >= most) break
        // A file follows its event, and the end of a job its start.
        if (item.sending || (item.after && waiting.has(item.after))) continue
        if (shrink && !item.to) item.body = shrink.fit(item.body)
        const bytes = byteLength(item.body)
        if (isLeaving && bytes > room) continue
        busy += 1
        // A page may be left right after an error without notice, so every request that fits is made to outlive it. A
        // failed one is not: the page's own requests may have taken the browser's allowance.
        const keepalive = bytes <= room && (isLeaving || !pace.failures)
        void send(item, bytes, keepalive)
        if (keepalive) room -= bytes
      }
    }
  }

  storing?.open({
    most: deps.maxEvents,
    onLost: (count) => count && drops.add('store_full', count),
    onPaused: (ms) => {
      for (const pace of paces) hold(pace, ms)
    },
    add(left) {
      for (const event of left) if (!isFull(event.to)) keep(event)
      pump()
    },
  })

  const queue: Queue = {
    isEnding: false,
    isFull,
    add(event) {
      if (isFull(event.to) && !queue.isEnding) {
        if (!event.to) drops.addEvent('queue_full', event.body)
        return
      }
      keep(event, storing?.put(event))
      // Whoever ends the program sends what is left by other means.
      if (!queue.isEnding) pump()
    },
    allowed,
    unsent,
    drained: (timeoutMs, added, setTimer = deps.setTimer) =>
      new Promise((resolve) => {
        const end = (isDrained: boolean) => {
          cancel()
          idle.delete(onIdle)
          resolve(isDrained && !hasRefused)
          hasRefused = false
        }
        const onIdle = () => end(true)
        const cancel = setTimer(() => end(false), timeoutMs)
        const wait = () => {
          if (!waiting.size) return onIdle()
          idle.add(onIdle)
          pump()
        }
        void Promise.resolve(added).then(wait, wait)
      }),
    leave(addLast) {
      isLeaving = true
      addLast()
      pump()
      isLeaving = false
    },
    retry() {
      for (const pace of paces) pace.notBefore = 0
      pump()
    },
    pause,
  }
  return queue
}

/** Refusals that end by themselves. */
const later = [402, 408, 425, 429]

/** Adds the time of this attempt, by which the server corrects a wrong clock. */
function stamped(body: string): string {
  return `${body.slice(0, -1)},"sent_at":${Date.now()}}`
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Parses `Retry-After` to milliseconds, at most an hour; 0 if it is missing or invalid. */
export function retryAfterMs(header: string | null | undefined, now: number = Date.now()): number {
  const ms = Number(header) * 1000 || Date.parse(header ?? '') - now
  return ms > 0 ? Math.min(ms, 3_600_000) : 0
}
