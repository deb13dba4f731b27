import { ApiError, responseBody } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Change } from '@bugle/presentation/types'
import { useSyncExternalStore } from 'react'
import { reasonOf } from '../../components/states'
import { showToast } from '../../components/toasts'
import { onConnection } from '../../lib/connection'
import { decisionsKey } from '../../lib/offline'
import { queryClient } from '../../lib/queries'
import { api, onSession, ownerOfSession } from '../../lib/session'
import { storage } from '../../lib/storage'
import { type Issue, issueQuery } from './queries'

/** A decision that the server has not received yet. */
export interface WaitingDecision {
  id: string
  issueId: string
  shortId: string
  change: Change
  /** The status that the decision was about: another one now means that somebody decided meanwhile. */
  seen: Issue['status']
  /** Sentence for the case that it cannot be sent. */
  failed: string
}

// Decisions made while the server is away are kept on the device, and sent in their order when it responds. Each states the
// wanted outcome, so that one whose response was lost is not made twice.

let waiting: WaitingDecision[] = []
let owner: string | undefined
let isSending = false
const listeners = new Set<() => void>()

export function useWaitingDecisions(): readonly WaitingDecision[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting,
    () => waiting,
  )
}

/** Whether later decisions must wait behind earlier ones. */
export function hasWaitingDecisions(): boolean {
  return waiting.length > 0
}

export function addWaiting(issues: Issue[], change: Change, failed: string): string[] {
  const added = issues.map(({ id, short_id, status }, index) => ({
    id: `${Date.now()}-${index}-${id}`,
    issueId: id,
    shortId: short_id,
    change,
    // A second decision about an issue is about the first one's outcome.
    seen: waiting.findLast((one) => one.issueId === id && one.change.status != null)?.change.status ?? status,
    failed,
  }))
  keep([...waiting, ...added])
  return added.map(({ id }) => id)
}

export function dropWaiting(ids: readonly string[]): void {
  keep(waiting.filter(({ id }) => !ids.includes(id)))
}

/** Sends waiting decisions whenever the server responds again, and those of an earlier run of the app. */
export function startOutbox(): () => void {
  const load = () => {
    const next = ownerOfSession()
    if (next === owner) return
    owner = next
    waiting = next === undefined ? [] : (JSON.parse(storage.get(decisionsKey(next)) ?? '[]') as WaitingDecision[])
    notify()
    void sendWaiting()
  }
  const ends = [onSession(load), onConnection(({ isAway }) => (isAway ? undefined : void sendWaiting()))]
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
      await deliver(next)
      dropWaiting([next.id])
    }
  } catch {
    // The server is away again, or the session is over: the rest waits.
  } finally {
    isSending = false
  }
  for (const queryKey of [['issues'], ['issue'], ['projects']]) void queryClient.invalidateQueries({ queryKey })
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
    if (!(error instanceof ApiError) || error.status === 0 || error.status === 401 || error.status >= 500) throw error
    showToast({ text: `${failed} ${reasonOf(error)}`, isFailure: true })
  }
}

function keep(next: WaitingDecision[]): void {
  waiting = next
  if (owner !== undefined) storage.set(decisionsKey(owner), JSON.stringify(next))
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
