import { isAway } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { Action } from '@bugle/presentation/issue-actions'
import type { Issue } from '@bugle/presentation/types'
import { type MutationOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  cancelRequests,
  invalidateAfterChange,
  invalidateListsAndDetails,
  isDetailOf,
  type MoveBack,
  moveBetweenLists,
  predictChange,
  setIssueDetail,
} from '../issue-cache.ts'
import { mayHelpOnRequest } from '../query-client.ts'
import type { EndOfStep, Toast } from '../toasts.ts'
import type { ChangeDeps } from './deps.ts'
import { nameOf } from './name-of.ts'
import { runMutation } from './run-mutation.ts'
import { type ChangeResult, nothingAnswered, sendChange } from './send-change.ts'
import { undo, undoAction } from './undo.ts'

/** A change of issues, as somebody decides it. */
export interface Decision {
  issues: Issue[]
  action: Action
  /** Called once it is done, with the undo where there is one. */
  onDone?: (undo: (() => void) | undefined) => void
  /** Offered in the toast when it is done. */
  next?: Toast['next']
}

interface Sent extends ChangeResult {
  /** Decisions that wait in the outbox, for the issues that the server has not answered for. */
  waiting: string[]
}

interface Shown {
  end: EndOfStep
  moveBack: MoveBack
}

/** Changes issues optimistically: first on the screen, then on the server, and back if it refuses; with undo. */
export function changeIssues(deps: ChangeDeps): MutationOptions<Sent, Error, Decision, Shown> {
  const { api, toasts, reasonOf, outbox } = deps
  /** Responses that came before a retry. */
  const results = new WeakMap<Decision, ChangeResult>()
  const resultOf = (decision: Decision) => {
    const result = results.get(decision) ?? nothingAnswered()
    results.set(decision, result)
    return result
  }
  const restOf = (decision: Decision) => decision.issues.slice(resultOf(decision).answered)

  const send = (decision: Decision) => {
    const attempt = () => sendChange(api(), decision.issues, decision.action.change, resultOf(decision))
    return outbox === undefined ? attempt() : outbox.attempt(attempt)
  }

  const keep = (decision: Decision, key?: string): string[] => {
    const rest = restOf(decision)
    const { change, failed } = decision.action
    return outbox?.addDecisions(rest, change, { failed: failed(nameOf(rest)), key }) ?? []
  }

  /** Restores the former state from memory: the server may be unable to say what it is. */
  const rollBack = (client: QueryClient, issues: Issue[], moveBack: MoveBack) => {
    for (const issue of issues) setIssueDetail(client, issue)
    moveBack(new Set(issues.map(({ id }) => id)))
    invalidateListsAndDetails(client, issues)
  }

  const options: MutationOptions<Sent, Error, Decision, Shown> = mutationOptions({
    mutationFn: async (decision: Decision) => {
      const result = resultOf(decision)
      if (outbox?.hasWaiting() === true) return { ...result, waiting: keep(decision) }
      try {
        await send(decision)
      } catch (error) {
        if (outbox?.keeps(error) === true)
          return { ...result, waiting: keep(decision, isAway(error) ? result.key : undefined) }
        // Before the first response nothing has changed; without one, a retry continues behind the last.
        if (result.answered === 0 || isAway(error)) throw error
        result.failed.push(...restOf(decision).map(({ id }) => ({ id, message: reasonOf(error) })))
      }
      return { ...result, waiting: [] }
    },
    // One after another: a second decision about an issue must not overtake the first.
    scope: { id: 'issues' },
    ...(deps.retry !== undefined && { retry: deps.retry }),
    onMutate: async (decision: Decision, { client }): Promise<Shown> => {
      const end = toasts.beginStep()
      const issues = restOf(decision)
      const { change } = decision.action
      await cancelRequests(client, issues, deps)
      if (change.status === undefined) return { end, moveBack: () => {} }
      for (const issue of issues) setIssueDetail(client, predictChange(issue, change))
      return { end, moveBack: moveBetweenLists(client, issues, change.status) }
    },
    onSuccess: async ({ issue, undoIds, failed, waiting }, { issues, action, onDone, next }, shown, { client }) => {
      const { end, moveBack } = shown
      await cancelRequests(client, issues, deps)
      if (waiting.length > 0) {
        const run = () => {
          rollBack(client, issues, moveBack)
          void outbox!.takeBack(waiting, (sent) => undo(deps, client, [...undoIds, ...sent], nameOf(issues)))
        }
        const text = t('{{done}}. It will be sent when the server responds.', { done: action.done(nameOf(issues)) })
        const undoing = end({ text, next, action: { label: t('Undo'), run } })
        onDone?.(undoing)
        return
      }
      if (issue !== undefined) setIssueDetail(client, issue)
      void client.invalidateQueries({ predicate: isDetailOf(issues) })
      invalidateAfterChange(client, issues, deps)
      const refused = new Set(failed.map(({ id }) => id))
      const isRefused = ({ id }: Issue) => refused.has(id)
      if (refused.size > 0) rollBack(client, issues.filter(isRefused), moveBack)
      const isNothingDone = refused.size === issues.length
      const name = nameOf(isNothingDone ? issues : issues.filter((one) => !isRefused(one)))
      const why =
        failed[0] && t('{{count, number}} failed: {{reason}}', { count: failed.length, reason: failed[0].message })
      const text = isNothingDone
        ? `${action.failed(name)} ${failed[0]!.message}`
        : [action.done(name), why].filter(Boolean).join('. ')
      const outcome = isNothingDone ? { isFailure: true } : undoAction(deps, client, { undoIds, name })
      const undoing = end({ text, next, ...outcome })
      onDone?.(undoing)
    },
    onError: (error, decision, shown, { client }) => {
      const { end, moveBack } = shown ?? { end: toasts.showToast, moveBack: () => {} }
      const rest = restOf(decision)
      rollBack(client, rest, moveBack)
      end({
        text: `${decision.action.failed(nameOf(rest))} ${reasonOf(error)}`,
        isFailure: true,
        ...(mayHelpOnRequest(error) && {
          action: { label: t('Retry'), run: () => void runMutation(client, options, decision).catch(() => {}) },
        }),
      })
    },
  })
  return options
}
