import { ApiError, responseBody } from '@bugle/api-client'
import { limits } from '@bugle/protocol/vocabulary'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api.ts'
import { onIssuesChanged } from '../../lib/live-updates.ts'
import type { Issue, IssuePage } from './queries.ts'

/** So many are asked about at once, and so many altogether: who decides about more has the reader load the list anew. */
const concurrency = 6
const atMost = 200

/**
 * Rows about which somebody decided elsewhere, in another window or at another desk, keep their place and say what became
 * of them. The server names them; where it does not, they are those that its own first page lacks.
 *
 * @param rows as they are listed
 * @param news the first page as the server has it now
 */
export function useChangedElsewhere(rows: Issue[], news: Issue[] | undefined): void {
  const client = useQueryClient()
  const listed = useRef(rows)
  listed.current = rows
  useEffect(
    () =>
      onIssuesChanged(
        ({ ids }) =>
          void ask(
            client,
            [...ids].filter((id) => listed.current.some((row) => row.id === id)),
          ),
      ),
    [client],
  )
  const asked = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const lacking = news === undefined ? [] : lackingIn(news, listed.current)
    void ask(
      client,
      lacking.filter((id) => !asked.current.has(id)),
    )
    asked.current = new Set(lacking)
  }, [client, news])
}

/** Rows that a first page would have if they still belonged to it. */
export function lackingIn(news: readonly Issue[], rows: readonly Issue[]): string[] {
  const there = new Set(news.map(({ id }) => id))
  const end = news.length < limits.pageSize ? rows.length : rows.findLastIndex(({ id }) => there.has(id)) + 1
  return rows.slice(0, end).flatMap(({ id }) => (there.has(id) ? [] : [id]))
}

async function ask(client: QueryClient, ids: string[]): Promise<void> {
  const left = ids.slice(0, atMost)
  const next = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) putInPlace(client, id, await find(id))
  }
  await Promise.all(Array.from({ length: concurrency }, next))
}

/** Nothing where it is gone, or is part of another one; undefined where nobody knows. */
async function find(id: string): Promise<Issue | null | undefined> {
  try {
    const { issue } = await responseBody(api.GET('/api/issues/{id}', { params: { path: { id } } }))
    return issue.id === id ? issue : null
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? null : undefined
  }
}

/** Counts stay those of the list, which may be of a filter. */
function putInPlace(client: QueryClient, id: string, issue: Issue | null | undefined): void {
  if (issue === undefined) return
  client.setQueriesData<InfiniteData<IssuePage>>({ queryKey: ['issues'] }, (known) => {
    if (known === undefined || !known.pages.some(({ issues }) => issues.some((row) => row.id === id))) return known
    const put = (row: Issue): Issue[] => {
      if (row.id !== id) return [row]
      if (issue === null) return []
      const { status, substatus, snooze, resolution, assignee, level } = issue
      return [{ ...row, status, substatus, snooze, resolution, assignee, level }]
    }
    return { ...known, pages: known.pages.map((page) => ({ ...page, issues: page.issues.flatMap(put) })) }
  })
}
