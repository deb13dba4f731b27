import { type ApiClient, ApiError, isAway, responseBody } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Change, Issue } from '@bugle/presentation/types'
import type { QueryClient } from '@tanstack/react-query'
import type { WaitingChanges } from './changes/deps.ts'
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
  addComment: (comment: Omit<WaitingComment, 'kind' | 'id'>) => void
  /** Continues with what waits for an owner, a server and a user on it; with nothing where there is none. */
  open: (owner: string | undefined) => void
  /** Sends what waits, in its order, until something must wait further. */
  send: () => Promise<void>
}

/** Attempts to send something that makes the server fail, before the others go on without it. */
const maxTries = 3

/** The name under which the decisions and comments of an owner are kept. */
export const outboxName = (owner: string) => `decisions ${owner}`

/**
 * Keeps decisions and comments that were made while the server was away, on the device, and sends them in their order when it responds.
 * Each states the wanted outcome, so that one whose response was lost is not made twice; a comment is looked for before it is sent
 * again. The app calls `send` whenever the server is there again.
 */
export function createOutbox({ api, client, storage, toasts, reasonOf, userId, copy }: OutboxOptions): Outbox {
  const waiting = createStore<readonly Waiting[]>([])
  const tries = new Map<string, number>()
  let owner: string | undefined
  let added = 0
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const keep = (next: readonly Waiting[]) => {
    if (owner !== undefined) storage.set(outboxName(owner), JSON.stringify(next))
    waiting.set(next)
  }
  const drop = (ids: readonly string[]) => keep(waiting.get().filter(({ id }) => !ids.includes(id)))

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

  const addDecisions = (issues: readonly Issue[], change: Change, failed: string): string[] => {
    const decisions = issues.map(({ id, short_id, status }) => ({
      id: newId(id),
      issueId: id,
      shortId: short_id,
      change,
      // A second decision about an issue is about the first one's outcome.
      seen: lastStatusOf(id) ?? status,
      failed,
    }))
    keep([...waiting.get(), ...decisions])
    return decisions.map(({ id }) => id)
  }

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
    }
    isSending = false
    if (waitMs !== undefined && waitMs !== Number.POSITIVE_INFINITY) timer = setTimeout(() => void send(), waitMs)
    if (!hasSent) return
    const { lists, details, activities, counts } = issueKeys
    for (const queryKey of [lists, details, activities, counts, projectKeys.all])
      void client.invalidateQueries({ queryKey })
  }

  /** @returns how long everything waits now; undefined if the next one is sent */
  const afterFailure = (one: Waiting, error: unknown): number | undefined => {
    // The connection or the session will be back; the app says when.
    if (!(error instanceof ApiError) || isAway(error) || error.status === 401) return Number.POSITIVE_INFINITY
    const { status, retryAfterSeconds = 1 } = error
    if (status === 429) return retryAfterSeconds * 1000
    const tried = (tries.get(one.id) ?? 0) + 1
    tries.set(one.id, tried)
    if (status >= 500 && tried < maxTries) return 1000 * 2 ** tried
    tries.delete(one.id)
    drop([one.id])
    const isRefused = status < 500
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
    keep([...waiting.get(), one])
    void send()
  }

  const deliver = async ({ issueId, change, seen, shortId }: WaitingDecision): Promise<void> => {
    const params = { path: { id: issueId } }
    const { issue } = await responseBody(api().GET('/api/issues/{id}', { params }))
    if (change.status !== undefined && issue.status !== seen) {
      if (issue.status !== change.status)
        toasts.showToast({
          text: t('{{name}} was changed meanwhile; your decision was not sent.', { name: shortId }),
          isFailure: true,
        })
      return
    }
    setIssueDetail(client, (await responseBody(api().PATCH('/api/issues/{id}', { params, body: change }))).issue)
  }

  const deliverComment = async (comment: WaitingComment): Promise<void> => {
    const { issueId, text, mentions, isTried } = comment
    const params = { path: { id: issueId } }
    if (isTried === true && (await isThere(comment))) return
    keep(waiting.get().map((one) => (one.id === comment.id ? { ...comment, isTried: true } : one)))
    const body = { text, ...(mentions === undefined ? {} : { mentions }) }
    await responseBody(api().POST('/api/issues/{id}/comments', { params, body }))
  }

  /** Whether a comment of one's own with this text is among the last ones. */
  const isThere = async ({ issueId, text }: WaitingComment): Promise<boolean> => {
    const params = { path: { id: issueId }, query: { limit: 20 } }
    const { comments } = await responseBody(api().GET('/api/issues/{id}/comments', { params }))
    return comments.some((one) => one.by?.id === userId() && one.text === text)
  }

  return {
    waiting,
    hasWaiting: () => waiting.get().length > 0,
    addDecisions,
    addComment: (comment) => keep([...waiting.get(), { ...comment, kind: 'comment', id: newId(comment.issueId) }]),
    drop,
    open: (next) => {
      if (next !== owner) {
        owner = next
        tries.clear()
        waiting.set(next === undefined ? [] : read(storage, next))
      }
      void send()
    },
    send,
  }
}

function read(storage: Storage, owner: string): Waiting[] {
  try {
    return JSON.parse(storage.get(outboxName(owner)) ?? '[]') as Waiting[]
  } catch {
    return []
  }
}
