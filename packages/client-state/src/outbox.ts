import { ApiError, responseBody } from '@bugle/api-client'
import { issueKeys, projectKeys } from '@bugle/client-state/keys'
import { t } from '@bugle/presentation/i18n'
import type { Change } from '@bugle/presentation/types'
import { useSyncExternalStore } from 'react'
import { copy } from '../../components/copy'
import { reasonOf } from '../../components/states'
import { showToast } from '../../components/toasts'
import { connection } from '../../lib/connection'
import { decisionsKey } from '../../lib/offline'
import { queryClient } from '../../lib/queries'
import { api, currentSession, onSession, ownerOfSession } from '../../lib/session'
import { storage } from '../../lib/storage'
import { type Issue, issueQuery } from './queries'

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

type Waiting = WaitingDecision | WaitingComment

// Decisions and comments made while the server is away are kept on the device, and sent in their order when it responds. Each states the
// wanted outcome, so that one whose response was lost is not made twice; a comment is looked for before it is sent again.

let waiting: Waiting[] = []
let owner: string | undefined
let isSending = false
const listeners = new Set<() => void>()

export function useWaiting(): readonly Waiting[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting,
    () => waiting,
  )
}

/** Whether something later must wait behind something earlier. */
export function hasWaiting(): boolean {
  return waiting.length > 0
}

export function addWaiting(issues: Issue[], change: Change, failed: string): string[] {
  const added = issues.map(({ id, short_id, status }, index) => ({
    id: `${Date.now()}-${index}-${id}`,
    issueId: id,
    shortId: short_id,
    change,
    // A second decision about an issue is about the first one's outcome.
    seen: lastStatusOf(id) ?? status,
    failed,
  }))
  keep([...waiting, ...added])
  return added.map(({ id }) => id)
}

/** Keeps a comment until the server responds. */
export function addWaitingComment(comment: Omit<WaitingComment, 'kind' | 'id'>): void {
  keep([...waiting, { ...comment, kind: 'comment', id: `${Date.now()}-${comment.issueId}` }])
}

function lastStatusOf(issueId: string): Issue['status'] | undefined {
  const decisions = waiting.filter((one): one is WaitingDecision => one.kind !== 'comment' && one.issueId === issueId)
  return decisions.findLast(({ change }) => change.status != null)?.change.status ?? undefined
}

export function dropWaiting(ids: readonly string[]): void {
  keep(waiting.filter(({ id }) => !ids.includes(id)))
}

/** Sends waiting decisions whenever the server responds again, and those of an earlier run of the app. */
export function startOutbox(): () => void {
  const load = () => {
    const next = ownerOfSession()
    // After signing in again, the same account continues where it was.
    if (next === owner) return currentSession().state === 'in' ? void sendWaiting() : undefined
    owner = next
    waiting = next === undefined ? [] : (JSON.parse(storage.get(decisionsKey(next)) ?? '[]') as Waiting[])
    notify()
    void sendWaiting()
  }
  const ends = [
    onSession(load),
    connection.subscribe(({ server }) => (server === 'there' ? void sendWaiting() : undefined)),
  ]
  load()
  return () => {
    for (const end of ends) end()
  }
}

export async function sendWaiting(): Promise<void> {
  if (isSending || waiting.length === 0) return
  isSending = true
  try {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      await (next.kind === 'comment' ? deliverComment(next) : deliver(next))
      dropWaiting([next.id])
    }
  } catch {
    // The server is away again, or the session is over: the rest waits.
  } finally {
    isSending = false
  }
  for (const queryKey of [issueKeys.lists, issueKeys.details, issueKeys.activities, projectKeys.all])
    void queryClient.invalidateQueries({ queryKey })
}

/** @throws while the decision must wait further */
async function deliver({ issueId, change, seen, failed, shortId }: WaitingDecision): Promise<void> {
  const params = { path: { id: issueId } }
  try {
    const { issue } = await responseBody(api().GET('/api/issues/{id}', { params }))
    if (change.status != null && issue.status !== seen) {
      if (issue.status !== change.status)
        showToast({
          text: t('{{name}} was changed meanwhile; your decision was not sent.', { name: shortId }),
          isFailure: true,
        })
      return
    }
    const answer = await responseBody(api().PATCH('/api/issues/{id}', { params, body: change }))
    queryClient.setQueryData(issueQuery(issueId).queryKey, (known) =>
      known === undefined ? known : { ...known, issue: answer.issue },
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
    showToast({ text: `${failed} ${reasonOf(error)}`, isFailure: true })
  }
}

/** @throws while the comment must wait further */
async function deliverComment(comment: WaitingComment): Promise<void> {
  const { issueId, text, mentions, isTried, shortId } = comment
  const params = { path: { id: issueId } }
  try {
    if (isTried === true && (await isThere(comment))) return
    keep(waiting.map((one) => (one.id === comment.id ? { ...comment, isTried: true } : one)))
    const body = { text, ...(mentions === undefined ? {} : { mentions }) }
    await responseBody(api().POST('/api/issues/{id}/comments', { params, body }))
  } catch (error) {
    if (!isRefusal(error)) throw error
    showToast({
      text: `${t('The comment on {{name}} could not be sent.', { name: shortId })} ${reasonOf(error)}`,
      isFailure: true,
      action: { label: t('Copy'), run: () => void copy(text) },
    })
  }
}

/** Whether a comment of one's own with this text is among the last ones. */
async function isThere({ issueId, text }: WaitingComment): Promise<boolean> {
  const params = { path: { id: issueId }, query: { limit: 20 } }
  const { comments } = await responseBody(api().GET('/api/issues/{id}/comments', { params }))
  const own = currentSession().user?.id
  return comments.some((one) => one.by?.id === own && one.text === text)
}

/** Whether the server has decided: neither it nor the session is away. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0 && error.status !== 401 && error.status < 500
}

function keep(next: Waiting[]): void {
  waiting = next
  if (owner !== undefined) storage.set(decisionsKey(owner), JSON.stringify(next))
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
