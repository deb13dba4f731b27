import { type ApiClient, isAway } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { QueryClient } from '@tanstack/react-query'
import type { WaitingChanges } from '../changes/deps.ts'
import type { ConnectionStore } from '../connection.ts'
import { inTime } from '../in-time.ts'
import { issueKeys } from '../keys/issue-keys.ts'
import { projectKeys } from '../keys/project-keys.ts'
import type { Storage } from '../storage.ts'
import { createStore } from '../store.ts'
import type { Toasts } from '../toasts.ts'
import { createDelivery, responseMs } from './delivery.ts'
import { failureOf, giveUp, keeps, type Pause, pauseMs } from './failure.ts'
import { createQueue, newId, type Queue } from './queue.ts'
import { takeBack } from './take-back.ts'
import type { SentDecision, Waiting, WaitingComment } from './waiting.ts'

interface OutboxOptions {
  api: () => ApiClient
  client: QueryClient
  connection: ConnectionStore
  storage: Storage
  toasts: Toasts
  reasonOf: (error: unknown) => string
  /** The id of the user who is signed in. */
  userId: () => string | undefined
  /** Copies the text of a comment that the server refused. */
  copy: (text: string) => void
}

export interface Outbox extends WaitingChanges {
  waiting: Queue['waiting']
  /** Sends a comment, or keeps it. @throws what the server refuses it with */
  comment: (comment: Omit<WaitingComment, 'kind' | 'id' | 'isTried'>) => Promise<void>
  /** Continues with what waits for an owner, a server and a user on it; with nothing where there is none. */
  open: (owner: string | undefined) => void
  /** Sends what waits, in its order, until something must wait further. */
  send: () => Promise<void>
}

/** Attempts to send something that makes the server fail, before the others go on without it. */
const maxTries = 3

/**
 * Keeps decisions and comments that were made while the server was away, on the device, and sends them in their order when it responds.
 * Each states the wanted outcome, so that one whose response was lost is not made twice; a comment is looked for before it is sent
 * again. Something that waits is always either under way, or has a timer, or the server is away: then the next response sends it.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { client, connection, storage, toasts, reasonOf, copy } = options
  const queue = createQueue(storage)
  const sent = new Map<string, SentDecision>()
  const { deliver, postComment } = createDelivery({ ...options, queue, sent })
  /** Answers of the server that failed, by what they were about. */
  const tries = new Map<string, number>()
  /** Changes after each attempt. */
  const attempts = createStore({})
  let isSending = false
  /** The id of what is being delivered. */
  let underWay: string | undefined
  /** Decisions that are being taken back; nothing else is sent before it is known how. */
  let takingBack = 0
  /** Undos of what the server has, each behind the decisions that waited before it. */
  const undos: { behind: ReadonlySet<string>; run: () => Promise<void> }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const hasWaiting = () => takingBack > 0 || undos.length > 0 || queue.first() !== undefined
  const isThere = () => connection.get().server === 'there'
  const sendAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), ms)
  }
  /** Sends what was added. The response that showed that the server is there may have been before. */
  const sendSoon = () => {
    if (isThere() && !isSending && queue.first() !== undefined) sendAfter(pauseMs)
  }
  const add = (...added: Waiting[]) => {
    queue.add(...added)
    sendSoon()
  }

  const send = async (): Promise<void> => {
    if (isSending || takingBack > 0) return
    isSending = true
    clearTimeout(timer)
    let after: Pause | undefined
    let hasSent = false
    while (after === undefined && takingBack === 0) {
      if (await undoNext()) continue
      const next = queue.first()
      if (next === undefined) break
      underWay = next.id
      try {
        await deliver(next)
        queue.drop([next.id])
        hasSent = true
      } catch (error) {
        after = pauseAfter(next, error)
      }
      underWay = undefined
      attempts.set({})
    }
    isSending = false
    if (after !== undefined && after !== 'waits') sendAfter(after.waitMs)
    if (hasSent) refresh(client)
  }

  /** @returns whether something was to be undone now */
  const undoNext = async (): Promise<boolean> => {
    const [next] = undos
    if (next === undefined || queue.waiting.get().some(({ id }) => next.behind.has(id))) return false
    // It says by itself when it fails; one without a response does so later.
    await inTime(next.run(), responseMs).catch(() => {})
    undos.splice(undos.indexOf(next), 1)
    return true
  }

  /** @returns how long everything waits now; undefined if the next one is sent */
  const pauseAfter = (one: Waiting, error: unknown): Pause | undefined => {
    const failure = failureOf(error, isThere())
    if (failure !== 'refused' && failure !== 'failed') return failure
    const failures = (tries.get(one.id) ?? 0) + 1
    tries.set(one.id, failures)
    if (failure === 'failed' && failures < maxTries) return { waitMs: 1000 * 2 ** failures }
    tries.delete(one.id)
    queue.drop([one.id])
    const sendAgain = () => {
      add(one)
      void send()
    }
    giveUp(one, { toasts, reason: reasonOf(error), isRefused: failure === 'refused', sendAgain, copy })
    return undefined
  }

  const nextAttempt = () =>
    new Promise<void>((resolve) => {
      const stop = attempts.subscribe(() => {
        stop()
        resolve()
      })
    })

  connection.subscribe(({ server }) => {
    if (server === 'there') void send()
  })

  return {
    waiting: queue.waiting,
    hasWaiting,
    attempt: (send) =>
      inTime(send(), responseMs).catch((lost) => {
        if (!isAway(lost)) throw lost
        // The server may have the first one: too many requests say nothing about that.
        return inTime(send(), responseMs).catch((error) => {
          throw keeps(error) ? lost : error
        })
      }),
    keeps,
    addDecisions: (issues, change, { failed, key }) => {
      const decisions = issues.map(({ id, short_id, status }) => {
        const ownId = newId(id)
        // The key of several issues is of one request, which is not sent again.
        const isTried = key !== undefined && issues.length === 1
        // A second decision about an issue is about the first one's outcome.
        const seen = queue.lastStatusOf(id) ?? status
        return { id: ownId, issueId: id, shortId: short_id, change, seen, failed, key: isTried ? key : ownId, isTried }
      })
      add(...decisions)
      return decisions.map(({ id }) => id)
    },
    takeBack: async (ids, undo) => {
      takingBack += 1
      queue.noteTakenBack(ids)
      try {
        if (underWay !== undefined && ids.includes(underWay)) await nextAttempt()
        const taken = queue.waiting.get().filter(({ id }) => ids.includes(id))
        queue.drop(ids)
        const known = ids.flatMap((id) => sent.get(id) ?? [])
        const { undoIds, contraries, stuck } = takeBack(taken, known)
        queue.addFirst(...contraries)
        for (const { shortId } of stuck)
          toasts.showToast({ text: t("Couldn't undo the change of {{name}}.", { name: shortId }), isFailure: true })
        undos.unshift({ behind: new Set(), run: () => undo(undoIds) })
      } finally {
        takingBack -= 1
      }
      await send()
    },
    undo: async (run) => {
      undos.push({ behind: new Set(queue.waiting.get().map(({ id }) => id)), run })
      await send()
    },
    comment: async (given) => {
      const one: WaitingComment = { ...given, kind: 'comment', id: newId(given.issueId) }
      if (hasWaiting()) return add(one)
      try {
        await postComment(given)
      } catch (error) {
        if (!keeps(error)) throw error
        add({ ...one, isTried: isAway(error) })
      }
    },
    open: (owner) => {
      if (queue.open(owner)) {
        tries.clear()
        sent.clear()
      }
      void send()
    },
    send,
  }
}

function refresh(client: QueryClient): void {
  const { lists, details, activities, counts } = issueKeys
  for (const queryKey of [lists, details, activities, counts, projectKeys.all])
    void client.invalidateQueries({ queryKey })
}
