import { type ApiClient, responseBody } from '@bugle/api-client'
import type { Change, Issue } from '@bugle/presentation/types'
import { limits } from '@bugle/protocol/vocabulary'

/** Responses of the server to a change so far. */
export interface ChangeResult {
  /** Names the change: the server recognizes a request that it gets twice. */
  key: string
  /** How many of the issues it has answered for, from the first. */
  answered: number
  undoIds: string[]
  /** The issues that it did not change, with the reasons. */
  failed: { id: string; message: string }[]
  /** The issue as the server has it now, where a single one was changed. */
  issue?: Issue
}

export function nothingAnswered(): ChangeResult {
  return { key: newKey(), answered: 0, undoIds: [], failed: [] }
}

/** A text that no other change has. Pages without https have no `randomUUID`. */
export function newKey(): string {
  return `${Date.now()}-${Math.random()}`
}

/**
 * Sends a change of issues, in as many requests as their limit demands, and adds the responses to the result. Called
 * again after a failure it continues where it stopped.
 */
export async function sendChange(
  api: ApiClient,
  issues: readonly Issue[],
  change: Change,
  result: ChangeResult,
): Promise<void> {
  if (issues.length === 1) {
    const path = { id: issues[0]!.id }
    const { issue, undo_id } = await responseBody(
      api.PATCH('/api/issues/{id}', { params: { path }, headers: keyHeader(result.key), body: change }),
    )
    Object.assign(result, { answered: 1, undoIds: undo_id === null ? [] : [undo_id], issue })
    return
  }
  while (result.answered < issues.length) {
    const from = result.answered
    const ids = issues.slice(from, from + limits.bulkIds).map(({ id }) => id)
    const headers = keyHeader(`${result.key}-${from}`)
    const body = { ids, patch: change }
    const { undo_id, failed } = await responseBody(api.POST('/api/issues/bulk', { headers, body }))
    // Another attempt, which was taken for lost, has brought the same response.
    if (result.answered !== from) continue
    result.answered += ids.length
    if (undo_id !== null) result.undoIds.push(undo_id)
    result.failed.push(...failed)
  }
}

/** The header by which the server recognizes a retry. */
export const keyHeader = (key: string) => ({ 'idempotency-key': key })
