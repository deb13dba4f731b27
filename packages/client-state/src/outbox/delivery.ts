import { type ApiClient, ApiError, responseBody } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { QueryClient } from '@tanstack/react-query'
import { keyHeader } from '../changes/send-change.ts'
import type { ConnectionStore } from '../connection.ts'
import { inTime } from '../in-time.ts'
import { setIssueDetail } from '../issue-cache.ts'
import type { Toasts } from '../toasts.ts'
import type { Queue } from './queue.ts'
import type { SentDecision, Waiting, WaitingComment, WaitingDecision } from './waiting.ts'

interface DeliveryDeps {
  api: () => ApiClient
  client: QueryClient
  connection: ConnectionStore
  toasts: Toasts
  /** The id of the user who is signed in. */
  userId: () => string | undefined
  queue: Pick<Queue, 'noteTry'>
  /** Takes up the decisions that the server has, by their ids. */
  sent: Map<string, SentDecision>
}

export interface Delivery {
  /** Brings something to the server, unless it has it already. @throws what the server refuses it with, or that it is away */
  deliver: (one: Waiting) => Promise<void>
  postComment: (comment: Pick<WaitingComment, 'issueId' | 'text' | 'mentions'>) => Promise<unknown>
}

/** Longest wait for the response to a change, before it counts as lost. */
export const responseMs = 5000

/** Delivers decisions and comments, each once even where the response to an earlier attempt was lost. */
export function createDelivery({ api, client, connection, toasts, userId, queue, sent }: DeliveryDeps): Delivery {
  /** Waits for the response to a request; one that does not come shows that the server is away. */
  const answered = <T>(call: Promise<T>): Promise<T> =>
    inTime(call, responseMs).catch((error) => {
      if (error instanceof ApiError && error.status === 0) connection.noteSilence()
      throw error
    })

  const deliverDecision = async (decision: WaitingDecision): Promise<void> => {
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
    queue.noteTry(decision)
    const request = api().PATCH('/api/issues/{id}', { params, headers: keyHeader(key), body: change })
    const { issue: changed, undo_id } = await answered(responseBody(request))
    sent.set(id, { decision, undoId: undo_id })
    setIssueDetail(client, changed)
  }

  const deliverComment = async (comment: WaitingComment): Promise<void> => {
    if (comment.isTried === true && (await hasArrived(comment))) return
    queue.noteTry(comment)
    await postComment(comment)
  }

  const postComment: Delivery['postComment'] = ({ issueId, text, mentions }) => {
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

  return {
    deliver: (one) => (one.kind === 'comment' ? deliverComment(one) : deliverDecision(one)),
    postComment,
  }
}
