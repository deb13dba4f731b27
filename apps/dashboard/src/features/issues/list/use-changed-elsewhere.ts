import { ApiError, responseBody } from '@bugle/api-client'
import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { limits } from '@bugle/protocol/vocabulary'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { liveUpdates } from '../../../lib/live-updates.ts'
import type { Issue, IssuePage } from '../queries.ts'

/** Requests that run at the same time. */
const concurrency = 6
/** Rows that are looked up for one batch of changes; after a larger one the reader has to reload the list. */
const maxLookups = 200

/**
 * Updates rows whose issues were changed elsewhere: in another window, or by another user. They keep their position and
 * show their new status. Live updates name the issues; without a stream, the rows that the latest first page lacks are
 * looked up.
 *
 * @param rows as listed
 * @param latest the first page as the server has it now
 */
export function useChangedElsewhere(rows: Issue[], latest: Issue[] | undefined): void {
  const client = useQueryClient()
  const listed = useRef(rows)
  listed.current = rows
  useEffect(
    () =>
      liveUpdates.onBatch(
        ({ changedIds }) =>
          void lookUp(
            client,
            [...changedIds].filter((id) => listed.current.some((row) => row.id === id)),
          ),
      ),
    [client],
  )
  const lookedUp = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const missing = latest === undefined ? [] : missingFrom(latest, listed.current)
    void lookUp(
      client,
      missing.filter((id) => !lookedUp.current.has(id)),
    )
    lookedUp.current = new Set(missing)
  }, [client, latest])
}

/** Finds the rows that the latest first page would hold if they still matched the list. */
function missingFrom(latest: readonly Issue[], rows: readonly Issue[]): string[] {
  const present = new Set(latest.map(({ id }) => id))
  const end = latest.length < limits.pageSize ? rows.length : rows.findLastIndex(({ id }) => present.has(id)) + 1
  return rows.slice(0, end).flatMap(({ id }) => (present.has(id) ? [] : [id]))
}

async function lookUp(client: QueryClient, ids: string[]): Promise<void> {
  const queue = ids.slice(0, maxLookups)
  const work = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) updateRow(client, id, await findIssue(id))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/** Returns null where the issue was deleted or merged into another; undefined where the server could not say. */
async function findIssue(id: string): Promise<Issue | null | undefined> {
  try {
    const { issue } = await responseBody(api.GET('/api/issues/{id}', { params: { path: { id } } }))
    return issue.id === id ? issue : null
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? null : undefined
  }
}

/** Updates the state of a row. Its counts stay those of the list, which may be counts within a filter. */
function updateRow(client: QueryClient, id: string, issue: Issue | null | undefined): void {
  if (issue === undefined) return
  client.setQueriesData<InfiniteData<IssuePage>>({ queryKey: issueKeys.lists }, (known) => {
    if (known === undefined || !known.pages.some(({ issues }) => issues.some((row) => row.id === id))) return known
    const update = (row: Issue): Issue[] => {
      if (row.id !== id) return [row]
      if (issue === null) return []
      const { status, substatus, snooze, resolution, assignee, level } = issue
      return [{ ...row, status, substatus, snooze, resolution, assignee, level }]
    }
    return { ...known, pages: known.pages.map((page) => ({ ...page, issues: page.issues.flatMap(update) })) }
  })
}
