import { inBucket, isBucketAway, mainBucket } from '../../db/buckets.ts'
import { type Database, type Queryable, type Tx, transaction } from '../../db/database.ts'
import { Loop } from '../../lib/loop.ts'
import { quietMsOf } from '../../lib/quiet-hours.ts'
import { hourMs, minuteMs } from '../../lib/time.ts'
import { CannotOpen, type Sealer } from '../../ports/sealer.ts'
import {
  breakChannel,
  type ChannelRow,
  claimDueChannels,
  noteDelivered,
  noteUndelivered,
  restChannel,
} from './channel-store.ts'
import {
  type Batch,
  countSent,
  type Delivery,
  endDeliveries,
  forgetOldDeliveries,
  holdBack,
  isExtra,
  noteAttempt,
  postponeDeliveries,
  takeBatch,
} from './delivery-store.ts'
import { handOnEntries } from './hand-on-entries.ts'
import {
  type ChannelRequest,
  type ChannelResponse,
  keepingState,
  kindOf,
  type Outcome,
  outcomeOf,
} from './kinds/index.ts'
import type { ChannelMessage } from './message.ts'
import { openConfig } from './sealed-config.ts'

/** Sends a request to an address that a member named. @throws an error whose message says why there is no answer */
export type SendRequest = (request: ChannelRequest) => Promise<ChannelResponse>

export interface WrittenMessage {
  message: ChannelMessage
  /** Deliveries that it reports; the others of its batch are dropped. */
  reported: ReadonlySet<string>
}

export interface DeliveryLoopOptions {
  db: Database
  sealer: Sealer
  send: SendRequest
  /** Mails a message to a channel of kind `email`. */
  sendEmail: (channel: ChannelRow, message: ChannelMessage) => Promise<Outcome>
  /** Writes one message about all of these that are worth reporting still, in the bucket of their projects; undefined when none is. */
  write: (db: Queryable, channel: ChannelRow, batch: Batch) => Promise<WrittenMessage | undefined>
  /** Reports to an organization that a channel takes nothing any more. */
  onBroken: (tx: Tx, channel: ChannelRow) => Promise<void>
  /** Records whom issues were sent to, in the bucket of their projects. */
  onDelivered: (tx: Tx, channel: ChannelRow, reported: readonly Delivery[]) => Promise<void>
  /** Messages to a channel in an hour; what comes then waits, and the last one says so. */
  maxMessages: number
  /** Time between two messages to a channel, and between two mails. */
  paceMs: number
  mailPaceMs: number
  now: () => Date
  onFailed: (error: unknown) => void
}

/** Messages on their way at once, and those of one organization: a slow service delays nobody else. */
const atOnce = 64
const share = 4
/** Rest after a test, an edit, incidents and audit entries: services take about one message a second. */
const afterTestMs = 1000
/** Longer than an attempt takes, which has ten seconds; afterwards another worker may try. */
const leaseMs = 30_000
/** Deliveries that one message can report. */
const most = 1000
const firstRetryMs = 5000
/** Failures in a row after which a channel rests for longer, and then gets one attempt. */
const restAfter = 10
const longRestMs = 15 * minuteMs
/** When deliveries about projects whose bucket is away are tried again. */
const awayMs = minuteMs

/** Sends to channels what is due. Any number of workers may run it. */
export function createDeliveryLoop(options: DeliveryLoopOptions): Pick<Loop, 'start' | 'stop' | 'wake'> {
  const { db, onFailed } = options
  const underway = new Map<Promise<void>, string>()
  const loop = new Loop({
    onFailed,
    run: async () => {
      await handOnEntries(db)
      for (;;) {
        const limit = atOnce - underway.size
        if (limit === 0) return undefined
        const claimed = await claimDueChannels(db, { limit, leaseMs, share, busy: busyOf(underway) })
        if (claimed.length === 0) return undefined
        for (const channel of claimed) send(channel)
      }
    },
  })
  const send = (channel: ChannelRow) => {
    const sending = deliver(options, channel)
      .catch(onFailed)
      .finally(() => {
        underway.delete(sending)
        loop.wake()
      })
    underway.set(sending, channel.organizationId)
  }
  return {
    start: () => loop.start(),
    wake: (afterMs) => loop.wake(afterMs),
    stop: async () => {
      await loop.stop()
      await Promise.all(underway.keys())
    },
  }
}

function busyOf(underway: ReadonlyMap<Promise<void>, string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const organization of underway.values()) counts.set(organization, (counts.get(organization) ?? 0) + 1)
  return counts
}

async function deliver(options: DeliveryLoopOptions, channel: ChannelRow): Promise<void> {
  const { db, write, now, onFailed } = options
  await forgetOldDeliveries(db, channel.id)
  const quiet = quietMsOf(channel, now())
  if (quiet > 0) await holdBack(db, channel.id, quiet)
  const left = await leftOf(options, channel)
  if (left.messages === 0) await holdBack(db, channel.id, left.restMs)
  // A delivery that becomes due in this moment waits as well, until the next round holds it back.
  const batch = await takeBatch(db, channel, { limit: most, onlyUrgent: quiet > 0 || left.messages === 0 })
  const bucket = batch?.deliveries[0]?.bucket ?? mainBucket
  let written: WrittenMessage | undefined
  try {
    written = batch && (await inBucket(bucket, () => write(db, channel, batch)))
  } catch (error) {
    if (batch === undefined || bucket === mainBucket || !isBucketAway(error)) throw error
    onFailed(error)
    await postponeDeliveries(
      db,
      batch.deliveries.map(({ id }) => id),
      awayMs,
    )
    return restChannel(db, channel.id, 0)
  }
  const edited = batch?.deliveries[0]?.editsRef ?? undefined
  if (left.messages === 1 && edited === undefined) written?.message.facts.push(lastOfHour)
  const ended = (batch?.deliveries ?? []).map(({ id }) => ({
    id,
    outcome: written?.reported.has(id) === true ? ('delivered' as const) : ('dropped' as const),
  }))
  if (written === undefined) {
    await endDeliveries(db, ended, { status: null, ms: null })
    return restChannel(db, channel.id, 0)
  }
  const began = performance.now()
  const { outcome, status, reference } = await attempt(options, channel, { message: written.message, edited })
  const ms = Math.round(performance.now() - began)
  if (outcome.kind === 'delivered') {
    const reported = batch?.deliveries.filter(({ id }) => written.reported.has(id)) ?? []
    return transaction(db, async (tx) => {
      const isQuick = written.message.event === 'test' || edited !== undefined || reported.some(isExtra)
      // The channel first, then its deliveries, as its removal does: the other way round the two would deadlock.
      await noteDelivered(tx, channel.id, isQuick ? afterTestMs : paceOf(options, channel))
      await endDeliveries(tx, ended, { status, ms, reference })
      await inBucket(bucket, () => options.onDelivered(tx, channel, reported))
    })
  }
  const ids = ended.map(({ id }) => id)
  await noteAttempt(db, ids, { why: outcome.why, status, ms })
  if (outcome.kind === 'later') return postpone(db, channel, outcome)
  await transaction(db, async (tx) => {
    if (await breakChannel(tx, channel, outcome.why)) await options.onBroken(tx, channel)
  })
}

const lastOfHour = 'This is the last message for a while: there were many in an hour. What comes follows as one.'

/** Returns how many messages a channel may be sent still, and when more. Programs and pagers are sent all. */
async function leftOf(
  { db, maxMessages, now }: DeliveryLoopOptions,
  { id, kind }: ChannelRow,
): Promise<{ messages: number; restMs: number }> {
  if (kind === 'webhook' || keepingState.includes(kind)) return { messages: maxMessages, restMs: 0 }
  const { messages, oldest } = await countSent(db, id)
  const restMs = oldest === null ? 0 : Math.max(1000, oldest.getTime() + hourMs - now().getTime())
  return { messages: Math.max(0, maxMessages - messages), restMs }
}

function paceOf({ paceMs, mailPaceMs }: DeliveryLoopOptions, { kind }: ChannelRow): number {
  return kind === 'email' ? mailPaceMs : paceMs
}

/** @param edited what the service calls the message that is edited */
async function attempt(
  { send, sendEmail, sealer }: DeliveryLoopOptions,
  channel: ChannelRow,
  { message, edited }: { message: ChannelMessage; edited: string | undefined },
): Promise<{ outcome: Outcome; status: number | null; reference?: string | undefined }> {
  try {
    if (channel.kind === 'email') return { outcome: await sendEmail(channel, message), status: null }
    const { request, edits, judge } = kindOf(channel.kind)
    const config = openConfig(sealer, channel)
    if (edits === undefined || edited === undefined) {
      const response = await send(request(config, message))
      const outcome = outcomeOf({ judge }, response)
      return { outcome, status: response.status, reference: edits?.reference(response) }
    }
    const response = await send(edits.request(config, message, edited))
    return { outcome: editOutcomeOf(outcomeOf({ judge }, response), response.status), status: response.status }
  } catch (error) {
    const why = (error as Error).message
    if (error instanceof CannotOpen) return { outcome: { kind: 'broken', why: unreadable }, status: null }
    return { outcome: { kind: 'later', afterMs: undefined, why }, status: null }
  }
}

/** A message that somebody removed, or that is too old, is left as it is. */
function editOutcomeOf(outcome: Outcome, status: number): Outcome {
  return status >= 400 && status < 500 && status !== 429 ? { kind: 'delivered' } : outcome
}

const unreadable = 'Its configuration was encrypted with another BUGLE_SECRET: enter it again.'

/** 5 s, 15 s, 45 s … 1 h; after ten failures a quarter of an hour. A service that says when it takes more is not failing. */
async function postpone(
  db: Queryable,
  channel: ChannelRow,
  { why, afterMs }: Extract<Outcome, { kind: 'later' }>,
): Promise<void> {
  const { failures } = channel
  const backOffMs = failures + 1 >= restAfter ? longRestMs : Math.min(hourMs, firstRetryMs * 3 ** failures)
  await noteUndelivered(db, channel, { why, restMs: afterMs ?? backOffMs, counts: afterMs === undefined })
}
