import { type ApiClient, ApiError, isAway, responseBody, sessionEndingOf } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Change, Issue } from '@bugle/presentation/types'
import type { QueryClient } from '@tanstack/react-query'
import type { WaitingChanges } from './changes/deps.ts'
import { keyHeader } from './changes/send-change.ts'
import type { ConnectionStore } from './connection.ts'
import { inTime } from './in-time.ts'
import { setIssueDetail } from './issue-cache.ts'
import { issueKeys } from './keys/issue-keys.ts'
import { projectKeys } from './keys/project-keys.ts'
import type { Storage } from './storage.ts'
import { createStore, type Store } from './store.ts'
import type { Toasts } from './toasts.ts'

/** A decision that the server has not received yet. */
export interface WaitingDecision {
  kind?: 'decision'
  id: string
  issueId: string
  shortId: string
  change: Change
  /** The status that the decision was about: another one now means that somebody decided meanwhile. */
  seen: Issue['status']
  /** Sentence for the case that it cannot be sent. */
  failed: string
  /** Names it, so that the server recognizes it if it has it already. */
  key?: string
  /** Whether it was sent before and its response was lost: then the server may have it. */
  isTried?: boolean
}

/** A comment that the server has not received yet. */
export interface WaitingComment {
  kind: 'comment'
  id: string
  issueId: string
  shortId: string
  text: string
  mentions?: string[]
  /** Whether it was sent before and its response was lost: then it may be there already. */
  isTried?: boolean
}

export type Waiting = WaitingDecision | WaitingComment

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
  waiting: Pick<Store<readonly Waiting[]>, 'get' | 'subscribe'>
  /** Sends a comment, or keeps it. @throws what the server refuses it with */
  comment: (comment: Omit<WaitingComment, 'kind' | 'id' | 'isTried'>) => Promise<void>
  /** Continues with what waits for an owner, a server and a user on it; with nothing where there is none. */
  open: (owner: string | undefined) => void
  /** Sends what waits, in its order, until something must wait further. */
  send: () => Promise<void>
}

/** Attempts to send something that makes the server fail, before the others go on without it. */
const maxTries = 3
/** Longest wait for the response to a change, before it counts as lost. */
const responseMs = 5000
/** Wait before another attempt while the server is there. */
const pauseMs = 1000

/** The name under which the decisions and comments of an owner are kept. */
export const outboxName = (owner: string) => `decisions ${owner}`

/**
 * Keeps decisions and comments that were made while the server was away, on the device, and sends them in their order when it responds.
 * Each states the wanted outcome, so that one whose response was lost is not made twice; a comment is looked for before it is sent
 * again. Something that waits is always either under way, or has a timer, or the server is away: then the next response sends it.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { api, client, connection, storage, toasts, reasonOf, userId, copy } = options
  const waiting = createStore<readonly Waiting[]>([])
  const tries = new Map<string, number>()
  /** Decisions that the server has, by their ids, with what undoes them; null where that is not known. */
  const sent = new Map<string, { decision: WaitingDecision; undoId: string | null }>()
  let owner: string | undefined
  let added = 0
  let isSending = false
  /** Changes after each attempt. */
  const attempts = createStore({})
  let timer: ReturnType<typeof setTimeout> | undefined

  const keep = (next: readonly Waiting[]) => {
    if (owner !== undefined) storage.set(outboxName(owner), JSON.stringify(next))
    waiting.set(next)
  }
  const drop = (ids: readonly string[]) => keep(waiting.get().filter(({ id }) => !ids.includes(id)))
  const isThere = () => connection.get().server === 'there'
  const sendAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), ms)
  }
  /** Adds something. The response that showed that the server is there may have been before. */
  const add = (...added: Waiting[]) => {
    keep([...waiting.get(), ...added])
    if (isThere() && !isSending) sendAfter(pauseMs)
  }

  /** The status that an issue will have by what waits already. */
  const lastStatusOf = (issueId: string): Issue['status'] | undefined => {
    const statuses = waiting
      .get()
      .flatMap((one) => (one.kind !== 'comment' && one.issueId === issueId ? [one.change.status] : []))
    return statuses.findLast((status) => status !== undefined)
  }

  /** An id that no earlier run of the app has given either. */
  const newId = (issueId: string) => {
    added += 1
    return `${Date.now()}-${added}-${issueId}`
  }

  const addDecisions: Outbox['addDecisions'] = (issues, change, { failed, key }) => {
    const decisions = issues.map(({ id, short_id, status }) => {
      const ownId = newId(id)
      // The key of several issues is of one request, which is not sent again.
      const isTried = key !== undefined && issues.length === 1
      // A second decision about an issue is about the first one's outcome.
      const seen = lastStatusOf(id) ?? status
      return { id: ownId, issueId: id, shortId: short_id, change, seen, failed, key: isTried ? key : ownId, isTried }
    })
    add(...decisions)
    return decisions.map(({ id }) => id)
  }

  /** Sends what one of several attempts may have brought to the server already. */
  const attempt: Outbox['attempt'] = (send) =>
    inTime(send(), responseMs).catch((error) => {
      if (!isAway(error)) throw error
      return inTime(send(), responseMs)
    })

  const send = async (): Promise<void> => {
    if (isSending || waiting.get().length === 0) return
    isSending = true
    clearTimeout(timer)
    let waitMs: number | undefined
    let hasSent = false
    for (let next = waiting.get()[0]; next !== undefined && waitMs === undefined; next = waiting.get()[0]) {
      try {
        await (next.kind === 'comment' ? deliverComment(next) : deliver(next))
        drop([next.id])
        hasSent = true
      } catch (error) {
        waitMs = afterFailure(next, error)
      }
      attempts.set({})
    }
    isSending = false
    if (waitMs !== undefined && waitMs !== Number.POSITIVE_INFINITY) sendAfter(waitMs)
    if (hasSent) refresh()
  }

  const refresh = () => {
    const { lists, details, activities, counts } = issueKeys
    for (const queryKey of [lists, details, activities, counts, projectKeys.all])
      void client.invalidateQueries({ queryKey })
  }

  /** @returns how long everything waits now; undefined if the next one is sent */
  const afterFailure = (one: Waiting, error: unknown): number | undefined => {
    // Meanwhile another request may have been answered, whose news nobody would bring again.
    if (isAway(error)) return isThere() ? pauseMs : Number.POSITIVE_INFINITY
    const { status, code, retryAfterSeconds = 1 } = error instanceof ApiError ? error : unexpected
    // The session will be back; the app says when.
    if (sessionEndingOf(code) !== undefined) return Number.POSITIVE_INFINITY
    if (status === 429) return retryAfterSeconds * 1000
    const tried = (tries.get(one.id) ?? 0) + 1
    tries.set(one.id, tried)
    const isRefused = status < 500 && code !== 'unreadable'
    if (!isRefused && tried < maxTries) return 1000 * 2 ** tried
    tries.delete(one.id)
    drop([one.id])
    const retry = { label: t('Retry'), run: () => sendAgain(one) }
    if (one.kind === 'comment') {
      const text = `${t('The comment on {{name}} could not be sent.', { name: one.shortId })} ${reasonOf(error)}`
      const action = isRefused ? { label: t('Copy'), run: () => copy(one.text) } : retry
      toasts.showToast({ text, isFailure: true, action })
    } else {
      const text = `${one.failed} ${reasonOf(error)}`
      toasts.showToast({ text, isFailure: true, ...(isRefused ? {} : { action: retry }) })
    }
    return undefined
  }

  const sendAgain = (one: Waiting) => {
    add(one)
    void send()
  }

  /** Marks something before its request, so that it is recognized whenever the response is lost. */
  const noteTry = (one: Waiting) =>
    keep(waiting.get().map((other) => (other.id === one.id ? { ...one, isTried: true } : other)))

  const deliver = async (decision: WaitingDecision): Promise<void> => {
    const { id, issueId, change, seen, shortId, key = id, isTried = false } = decision
    const params = { path: { id: issueId } }
    const { issue } = await answered(responseBody(api().GET('/api/issues/{id}', { params })))
    const isSame = issue.status === change.status
    if (change.status !== undefined && issue.status !== seen && !(isSame && isTried)) {
      if (isSame) sent.set(id, { decision, undoId: null })
      else
        toasts.showToast({
          text: t('{{name}} was changed meanwhile; your decision was not sent.', { name: shortId }),
          isFailure: true,
        })
      return
    }
    noteTry(decision)
    const request = api().PATCH('/api/issues/{id}', { params, headers: keyHeader(key), body: change })
    const { issue: changed, undo_id } = await answered(responseBody(request))
    sent.set(id, { decision, undoId: undo_id })
    setIssueDetail(client, changed)
  }

  /** Waits for the response to a request; one that does not come shows that the server is away. */
  const answered = <T>(call: Promise<T>): Promise<T> =>
    inTime(call, responseMs).catch((error) => {
      if (error instanceof ApiError && error.status === 0) connection.noteSilence()
      throw error
    })

  const deliverComment = async (comment: WaitingComment): Promise<void> => {
    if (comment.isTried === true && (await hasArrived(comment))) return
    noteTry(comment)
    await postComment(comment)
  }

  const postComment = ({ issueId, text, mentions }: Omit<WaitingComment, 'kind' | 'id'>): Promise<unknown> => {
    const params = { path: { id: issueId } }
    const body = { text, ...(mentions === undefined ? {} : { mentions }) }
    return answered(responseBody(api().POST('/api/issues/{id}/comments', { params, body })))
  }

  /** Whether a comment of one's own with this text is among the last ones. */
  const hasArrived = async ({ issueId, text }: WaitingComment): Promise<boolean> => {
    const params = { path: { id: issueId }, query: { limit: 20 } }
    const { comments } = await answered(responseBody(api().GET('/api/issues/{id}/comments', { params })))
    return comments.some((one) => one.by?.id === userId() && one.text === text)
  }

  const comment: Outbox['comment'] = async (given) => {
    const one: WaitingComment = { ...given, kind: 'comment', id: newId(given.issueId) }
    if (waiting.get().length > 0) return add(one)
    try {
      await postComment(given)
    } catch (error) {
      if (!keeps(error)) throw error
      add({ ...one, isTried: isAway(error) })
    }
  }

  const takeBack: Outbox['takeBack'] = async (ids) => {
    const underWay = isSending ? waiting.get()[0]?.id : undefined
    if (underWay !== undefined && ids.includes(underWay)) await nextAttempt()
    const taken = waiting.get().filter(({ id }) => ids.includes(id))
    drop(ids)
    const known = ids.flatMap((id) => sent.get(id) ?? [])
    // Where the server may have a decision, and nobody knows how to undo it, the contrary is decided.
    const unclear = [
      ...taken.filter((one) => one.kind !== 'comment' && one.isTried === true),
      ...known.flatMap(({ undoId, decision }) => (undoId === null ? [decision] : [])),
    ]
    for (const one of unclear) {
      const contrary = contraryOf(one as WaitingDecision)
      if (contrary !== undefined) add(contrary)
      else
        toasts.showToast({ text: t("Couldn't undo the change of {{name}}.", { name: one.shortId }), isFailure: true })
    }
    return known.flatMap(({ undoId }) => undoId ?? [])
  }

  /** The decision that restores the former status; none where that had conditions, which nobody knows any more. */
  const contraryOf = ({ issueId, shortId, change, seen, failed }: WaitingDecision): WaitingDecision | undefined => {
    if (change.status === undefined || (seen !== 'unresolved' && seen !== 'ignored')) return undefined
    return { id: newId(issueId), issueId, shortId, change: { status: seen }, seen: change.status, failed }
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
    waiting,
    hasWaiting: () => waiting.get().length > 0,
    attempt,
    keeps,
    addDecisions,
    takeBack,
    comment,
    open: (next) => {
      if (next !== owner) {
        owner = next
        tries.clear()
        sent.clear()
        waiting.set(next === undefined ? [] : read(storage, next))
      }
      void send()
    },
    send,
  }
}

/** A response that is none of the server's. */
const unexpected: Pick<ApiError, 'status' | 'code' | 'retryAfterSeconds'> = {
  status: 0,
  code: 'unreadable',
  retryAfterSeconds: undefined,
}

/** Whether a failed change may be sent later without anybody's help. */
function keeps(error: unknown): boolean {
  return isAway(error) || (error instanceof ApiError && error.status === 429)
}

function read(storage: Storage, owner: string): Waiting[] {
  try {
    return JSON.parse(storage.get(outboxName(owner)) ?? '[]') as Waiting[]
  } catch {
    return []
  }
}
