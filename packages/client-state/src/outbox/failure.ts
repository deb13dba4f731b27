import { ApiError, isAway, sessionEndingOf } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Toasts } from '../toasts.ts'
import type { Waiting } from './waiting.ts'

/** How long everything waits; until the app says more where it is not known. */
export type Pause = { waitMs: number } | 'waits'

/** How a delivery ended: everything waits, the server refuses this one for good, or the server fails at it. */
export type Failure = Pause | 'refused' | 'failed'

/** Wait before another attempt while the server is there. */
export const pauseMs = 1000

/**
 * Tells what the error of a delivery means.
 *
 * @param isThere whether the server is there by now: another request may have been answered, whose news nobody would bring again
 */
export function failureOf(error: unknown, isThere: boolean): Failure {
  if (isAway(error)) return isThere ? { waitMs: pauseMs } : 'waits'
  const { status, code, retryAfterSeconds = 1 } = error instanceof ApiError ? error : unexpected
  // The session will be back; the app says when.
  if (sessionEndingOf(code) !== undefined) return 'waits'
  if (status === 429) return { waitMs: retryAfterSeconds * 1000 }
  return status < 500 && code !== 'unreadable' ? 'refused' : 'failed'
}

/** Whether a failed change may be sent later without anybody's help. */
export function keeps(error: unknown): boolean {
  return isAway(error) || (error instanceof ApiError && error.status === 429)
}

/** A response that is none of the server's. */
const unexpected: Pick<ApiError, 'status' | 'code' | 'retryAfterSeconds'> = {
  status: 0,
  code: 'unreadable',
  retryAfterSeconds: undefined,
}

interface GivingUp {
  toasts: Toasts
  /** Why it could not be sent, in one sentence. */
  reason: string
  /** Whether the server refuses it: then another attempt would end in the same way. */
  isRefused: boolean
  sendAgain: () => void
  copy: (text: string) => void
}

/** Says that something is given up, with what helps: another attempt, or the text of a comment that would be lost. */
export function giveUp(one: Waiting, { toasts, reason, isRefused, sendAgain, copy }: GivingUp): void {
  const retry = { label: t('Retry'), run: sendAgain }
  if (one.kind === 'comment') {
    const text = `${t('The comment on {{name}} could not be sent.', { name: one.shortId })} ${reason}`
    const action = isRefused ? { label: t('Copy'), run: () => copy(one.text) } : retry
    toasts.showToast({ text, isFailure: true, action })
  } else {
    toasts.showToast({ text: `${one.failed} ${reason}`, isFailure: true, ...(isRefused ? {} : { action: retry }) })
  }
}
