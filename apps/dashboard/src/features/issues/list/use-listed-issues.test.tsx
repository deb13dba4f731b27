import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { issueWith, pageOf } from '@bugle/client-state/testing/issues'
import { stubServer } from '@bugle/client-state/testing/stub-server'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useListedIssues } from './use-listed-issues.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const filter = { projectId: 'prj_1' }
const [first, second] = ['iss_1', 'iss_2'].map((id, at) => issueWith({ id, last_seen: `2026-11-2${at}T00:00:00.000Z` }))

/** Shows a list, which then receives further issues. */
async function listWith(before: object[], after: object[]) {
  let issues = before as ReturnType<typeof issueWith>[]
  stubServer({ 'GET /api/projects/prj_1/issues': () => pageOf(issues) })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useListedIssues(filter, '14d'), { wrapper })
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  issues = after as typeof issues
  await act(() => client.refetchQueries({ queryKey: issueKeys.latestPage(filter, '14d') }))
  return () => ({ rows: result.current.rows.map(({ id }) => id), fresh: result.current.fresh })
}

it('shows the first issues of an empty list by itself', async () => {
  const shown = await listWith([], [second!, first!])
  await waitFor(() => expect(shown()).toEqual({ rows: ['iss_2', 'iss_1'], fresh: 0 }))
})

it('leaves the rows of any other list where they are, and counts what is new', async () => {
  const shown = await listWith([first!], [second!, first!])
  await waitFor(() => expect(shown()).toEqual({ rows: ['iss_1'], fresh: 1 }))
})
