import { type Database, transaction } from '../../db/database.ts'
import { Loop } from '../../lib/loop.ts'
import { Refusal } from '../../refusal.ts'
import { callerKey, type LastingCaller } from '../auth/index.ts'
import {
  type FoundLiveUpdates,
  findLiveUpdates,
  findNewestLiveUpdate,
  keepListening,
  LiveUpdateSum,
} from '../live-updates/index.ts'
import { LiveStream, type LiveStreamOptions } from './live-stream.ts'
import { idLine, resetMessage, toMessages } from './messages.ts'

export interface LiveHubOptions {
  /** The databases of the buckets: updates are where the events are. */
  buckets: readonly Database[]
  /** Returns which of these projects each of these users sees now. */
  findVisible: (userIds: string[], projectIds: number[]) => Promise<Visible>
  /** Returns the keys (callerKey) of the callers whose token is alive. */
  findLiveCallers: (callers: LastingCaller[]) => Promise<Set<string>>
  onFailed: (error: unknown) => void
}

/** The projects that each user sees. */
type Visible = ReadonlyMap<string, ReadonlySet<number>>

/** Each round sends at most one message of each of four kinds for a project. */
const roundMs = 1000
/** Interval of token checks: a revoked token gets updates for at most a second. */
const checkMs = 700
const heartbeatMs = 15_000
/** Interval of renewals. Updates are written for two minutes after each. */
const listenMs = 30_000
/** Rows read at once; a stream further behind gets a reset. */
const maxRows = 1000
const maxStreams = 2000
const maxStreamsOfUser = 100

/** Sends updates to the open streams of this process. Without a stream it does nothing. */
export class LiveHub {
  readonly #options: LiveHubOptions
  readonly #streams = new Set<LiveStream>()
  /** Users of the admitted streams, including streams that are still being opened. */
  readonly #admitted = new Map<object, string>()
  #timers: NodeJS.Timeout[] = []
  readonly #loop: Loop
  #isChecking = false
  #listenedAt = Number.NEGATIVE_INFINITY
  /** The renewal under way, shared by streams that are opened simultaneously. */
  #listening: Promise<void> | undefined
  #isClosed = false

  constructor(options: LiveHubOptions) {
    this.#options = options
    this.#loop = new Loop({ run: () => this.#sendUpdates(), onFailed: options.onFailed })
    this.#loop.start()
  }

  /**
   * Opens a stream for a client that has all updates of each bucket up to `lastIds`, or that starts now.
   *
   * @throws Refusal `unavailable` while the process stops, `rate_limited` if too many streams are open
   */
  async open(
    options: Omit<LiveStreamOptions, 'positions'>,
    lastIds: readonly number[] | undefined,
  ): Promise<LiveStream> {
    const slot = this.#admit(options.caller.userId)
    try {
      await this.#listen()
      const stream = new LiveStream({ ...options, positions: await this.#positionsAfter(lastIds) })
      this.#admitted.set(stream, options.caller.userId)
      return stream
    } finally {
      this.#admitted.delete(slot)
    }
  }

  /** Starts sending updates to a stream, beginning with those it missed. */
  add(stream: LiveStream): void {
    if (this.#isClosed) {
      stream.end()
      return
    }
    this.#streams.add(stream)
    if (this.#streams.size === 1) this.#startTimers()
    this.wake()
  }

  remove(stream: LiveStream): void {
    this.#admitted.delete(stream)
    this.#streams.delete(stream)
    if (this.#streams.size === 0) this.#stopTimers()
  }

  /** Looks for new updates. */
  wake(): void {
    if (this.#streams.size > 0) this.#loop.wake()
  }

  /** Ends all streams; their clients reconnect to another process or to this one's successor. */
  close(): void {
    this.#isClosed = true
    this.#stopTimers()
    void this.#loop.stop()
    for (const stream of this.#streams) stream.end()
  }

  /** Reserves a slot before the database is queried, because many other streams may be opening at the same time. */
  #admit(userId: string): object {
    if (this.#isClosed) throw new Refusal('unavailable')
    const own = [...this.#admitted.values()].filter((user) => user === userId).length
    if (this.#admitted.size >= maxStreams || own >= maxStreamsOfUser)
      throw new Refusal('rate_limited', { message: 'Too many streams are open.', retryAfterSeconds: 10 })
    const slot = {}
    this.#admitted.set(slot, userId)
    return slot
  }

  async #listen(): Promise<void> {
    if (performance.now() - this.#listenedAt < listenMs / 2) return
    this.#listening ??= this.#renew().finally(() => {
      this.#listening = undefined
    })
    await this.#listening
  }

  async #renew(): Promise<void> {
    const now = performance.now()
    const { buckets, onFailed } = this.#options
    const renewals = await Promise.allSettled(buckets.map((db) => transaction(db, keepListening)))
    const failed = renewals.filter((renewal) => renewal.status === 'rejected')
    for (const { reason } of failed) onFailed(reason)
    // Updates of the other buckets go on while the server of one is away.
    if (failed.length === buckets.length) throw failed[0]!.reason
    this.#listenedAt = now
  }

  #startTimers(): void {
    const every = (ms: number, work: () => unknown) => setInterval(work, ms)
    this.#timers = [
      every(checkMs, () => this.#check()),
      every(heartbeatMs, () => {
        for (const stream of this.#streams) stream.beat()
      }),
      every(listenMs, () => this.#listen().catch(this.#options.onFailed)),
    ]
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  async #sendUpdates(): Promise<number> {
    // Streams that join during the read may be further behind; the next round serves them.
    const streams = [...this.#streams]
    if (streams.length === 0) return 0
    await Promise.all(this.#options.buckets.map((db, bucket) => this.#sendUpdatesOf(db, bucket, streams)))
    return roundMs
  }

  async #sendUpdatesOf(db: Database, bucket: number, streams: readonly LiveStream[]): Promise<void> {
    try {
      const behind = Math.min(...streams.map(({ positions }) => positions[bucket]!))
      const found = await findLiveUpdates(db, behind, maxRows)
      const projectIds = found.rows.flatMap(({ update }) => Object.keys(update ?? {}).map(Number))
      this.#send(streams, bucket, found, await this.#visible(streams, projectIds))
    } catch (error) {
      this.#options.onFailed(error)
      this.#loop.wake()
    }
  }

  /** Returns the positions of a client that has these, or that starts now; -1 where it cannot be known, which gets a reset. */
  async #positionsAfter(lastIds: readonly number[] | undefined): Promise<number[]> {
    const { buckets, onFailed } = this.#options
    if (lastIds !== undefined)
      return buckets.map((_db, bucket) => (lastIds.length === buckets.length ? lastIds[bucket]! : -1))
    const newest = await Promise.allSettled(buckets.map(findNewestLiveUpdate))
    return newest.map((found) => {
      if (found.status === 'fulfilled') return found.value
      onFailed(found.reason)
      return -1
    })
  }

  /** Streams at the same position get the same text, limited to the projects that their users see at this moment. */
  #send(streams: readonly LiveStream[], bucket: number, found: FoundLiveUpdates, visible: Visible): void {
    const byPosition = new Map<number, Map<number, string> | 'reset'>()
    for (const stream of streams) {
      const position = stream.positions[bucket]!
      if (position === found.newest) continue
      const update = byPosition.get(position) ?? textsAfter(position, found)
      byPosition.set(position, update)
      stream.positions[bucket] = found.newest
      const text = update === 'reset' ? resetMessage : textFor(stream, update, visible)
      // The id goes with the last message: a stream that breaks earlier gets everything again.
      if (text !== '') stream.send(`${text}${idLine(stream.positions)}\n`)
    }
  }

  async #visible(streams: readonly LiveStream[], projectIds: readonly number[]): Promise<Visible> {
    if (projectIds.length === 0) return new Map()
    const userIds = new Set(streams.map(({ caller }) => caller.userId))
    return this.#options.findVisible([...userIds], [...new Set(projectIds)])
  }

  /** Ends streams whose token is dead, or whose project is gone or no longer visible. */
  async #check(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    const streams = [...this.#streams]
    try {
      const live = await this.#options.findLiveCallers(streams.map(({ caller }) => caller))
      const ofProjects = streams.filter(({ projectId }) => projectId !== undefined)
      const visible = await this.#visible(
        ofProjects,
        ofProjects.flatMap(({ projectId }) => projectId ?? []),
      )
      for (const stream of streams) {
        const isGone = stream.projectId !== undefined && !sees(visible, stream, stream.projectId)
        if (!live.has(callerKey(stream.caller)) || isGone) stream.end()
      }
    } catch (error) {
      this.#options.onFailed(error)
    }
    this.#isChecking = false
  }
}

function textFor(stream: LiveStream, update: ReadonlyMap<number, string>, visible: Visible): string {
  const texts = [...update].filter(([projectId]) => isFor(stream, projectId) && sees(visible, stream, projectId))
  return texts.map(([, text]) => text).join('\n')
}

function isFor(stream: LiveStream, projectId: number): boolean {
  return stream.projectId === undefined || stream.projectId === projectId
}

function sees(visible: Visible, { caller }: LiveStream, projectId: number): boolean {
  return visible.get(caller.userId)?.has(projectId) === true
}

/** Returns the updates after a position as one text per project, or `reset` if some are missing. */
function textsAfter(position: number, { rows, newest, since }: FoundLiveUpdates): Map<number, string> | 'reset' {
  if (position < since || position > newest) return 'reset'
  const sum = new LiveUpdateSum()
  for (const { id, update } of rows) {
    if (id <= position) continue
    if (update === null) return 'reset'
    sum.addAll(update)
  }
  return new Map(
    Object.entries(sum.toUpdate()).map(([projectId, update]) => [
      Number(projectId),
      toMessages(Number(projectId), update).join('\n'),
    ]),
  )
}
