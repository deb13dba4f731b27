import type { Action } from '@bugle/presentation/issue-actions'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useChangeIssues } from '../change.ts'
import { type Issue, issueQuery } from '../queries.ts'

/** A decision about an issue of the queue. */
export interface TriageStep {
  /** The issue as it is now. */
  issue: Issue
  /** `Resolved SHOP-12` */
  text: string
  /** Missing until the server has responded. */
  undo: (() => void) | undefined
  isUndone: boolean
}

interface Decision {
  before: Issue
  action: Action
  undo?: (() => void) | undefined
}

/**
 * Goes through issues one by one: each decision leads to the next, and undoing one (`z`) returns to it.
 *
 * @param queue the issues as they were at the start, whatever happens to the list
 */
export function useTriage(queue: readonly Issue[]) {
  const client = useQueryClient()
  const change = useChangeIssues()
  const [index, setIndex] = useState(0)
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const put = (id: string, decision: Decision) => setDecisions((known) => new Map(known).set(id, decision))
  // Not fetched, only observed and kept in the cache while this screen is mounted.
  const known = useQueries({ queries: [...decisions.keys()].map((id) => ({ ...issueQuery(id), enabled: false })) })
  const steps = [...decisions].map(([, { before, action, undo }], step): TriageStep => {
    const issue = known[step]?.data?.issue ?? before
    const isBefore = issue.status === before.status && issue.assignee?.id === before.assignee?.id
    return { issue, text: action.done(issue.short_id), undo, isUndone: undo !== undefined && isBefore }
  })
  const isOver = index >= queue.length
  const last = isOver ? undefined : queue[index - 1]?.id
  const isTakenBack = steps.some(({ issue, isUndone }) => isUndone && issue.id === last)
  useEffect(() => {
    if (!isTakenBack || last === undefined) return
    setDecisions((known) => without(known, last))
    setIndex((former) => former - 1)
  }, [isTakenBack, last])
  const decide = (action: Action) => {
    const listed = queue[index]
    if (listed === undefined) return
    const { id } = listed
    const before = client.getQueryData(issueQuery(id).queryKey)?.issue ?? listed
    put(id, { before, action })
    setIndex(index + 1)
    change
      .mutateAsync({ issues: [before], action, onDone: (undo) => put(id, { before, action, undo }) })
      // The change was rolled back, and a toast has said why.
      .catch(() => setDecisions((known) => without(known, id)))
  }
  return {
    current: queue[index],
    next: queue[index + 1],
    left: queue.length - index,
    isFirst: index === 0,
    steps,
    decide,
    skip: () => setIndex(Math.min(index + 1, queue.length)),
    back: () => setIndex(Math.max(index - 1, 0)),
  }
}

function without(decisions: ReadonlyMap<string, Decision>, id: string): ReadonlyMap<string, Decision> {
  return new Map([...decisions].filter(([one]) => one !== id))
}
