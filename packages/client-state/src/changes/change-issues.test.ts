// @vitest-environment happy-dom

import { issueKeys } from '@bugle/client-state/keys'
import { resolve } from '@bugle/presentation/issue-actions'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { undoStep, useToasts } from '../../lib/toasts.ts'
import { issueWith, pageOf } from '../../testing/issues.ts'
import { Refused, stubServer } from '../../testing/stub-server.ts'
import { useChangeIssues } from './change.ts'
import type { Issue } from './queries.ts'

const [first, second, third] = ['iss_1', 'iss_2', 'iss_3'].map((id) => issueWith({ id })) as [Issue, Issue, Issue]
const unresolved = issueKeys.list({ projectId: 'prj_1' }, '14d')
const resolved = issueKeys.list({ projectId: 'prj_1', status: 'resolved' }, '14d')

let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  const counts = { unresolved: 3, resolved: 1 }
  client.setQueryData(unresolved, { pages: [pageOf([first, second, third], counts)], pageParams: [undefined] })
  client.setQueryData(resolved, { pages: [pageOf([], counts)], pageParams: [undefined] })
  client.setQueryData(issueKeys.detail('iss_2'), { issue: second })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the hook together with the toasts that are shown. */
function setUp() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => ({ change: useChangeIssues(), toasts: useToasts() }), { wrapper }).result
}

function listed(key = unresolved) {
  const { pages } = client.getQueryData<{ pages: ReturnType<typeof pageOf>[] }>(key)!
  return { ids: pages.flatMap(({ issues }) => issues.map(({ id }) => id)), counts: pages[0]!.status_counts }
}
const detail = (id: string) => client.getQueryData<{ issue: Issue }>(issueKeys.detail(id))!.issue

/** A response that arrives when the test resolves it. */
function pendingResponse() {
  let resolve: (body: unknown) => void = () => {}
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

it('shows a change before the server has confirmed it', async () => {
  const response = pendingResponse()
  stubServer({ 'PATCH /api/issues/iss_2': () => response.promise })
  const { current } = setUp()
  act(() => current.change.mutate({ issues: [second], action: resolve }))
  await waitFor(() => expect(listed().ids).toEqual(['iss_1', 'iss_3']))
  expect(listed().counts).toMatchObject({ unresolved: 2, resolved: 2 })
  expect(detail('iss_2')).toMatchObject({ status: 'resolved', substatus: null, resolution: { mode: 'now' } })
  await act(async () => response.resolve({ issue: { ...second, status: 'resolved' }, undo_id: 'und_1' }))
})

it('rolls back to the former position, counts and state when the server refuses', async () => {
  stubServer({
    'PATCH /api/issues/iss_2': () => {
      throw new Refused(409, 'conflict', 'Changed by somebody else.')
    },
  })
  const result = setUp()
  act(() => result.current.change.mutate({ issues: [second], action: resolve }))
  await waitFor(() => expect(result.current.change.isError).toBe(true))
  expect(listed().ids).toEqual(['iss_1', 'iss_2', 'iss_3'])
  expect(listed().counts).toMatchObject({ unresolved: 3, resolved: 1 })
  expect(detail('iss_2')).toEqual(second)
  expect(result.current.toasts.at(-1)).toMatchObject({
    text: "Couldn't resolve ISS_2. Changed by somebody else.",
    isFailure: true,
    action: { label: 'Retry' },
  })
})

it('rolls back only the issues of a bulk change that the server refused', async () => {
  stubServer({
    'POST /api/issues/bulk': () => ({
      updated_count: 2,
      failed: [{ id: 'iss_2', code: 'conflict', message: 'is being merged' }],
      undo_id: 'und_1',
    }),
  })
  const result = setUp()
  act(() => result.current.change.mutate({ issues: [first, second, third], action: resolve }))
  await waitFor(() => expect(result.current.change.isSuccess).toBe(true))
  expect(listed().ids).toEqual(['iss_2'])
  expect(listed().counts).toMatchObject({ unresolved: 1, resolved: 3 })
  expect(result.current.toasts.at(-1)?.text).toBe('Resolved 2 issues. 1 failed: is being merged')
})

it('ignores a response that was requested before the change', async () => {
  const stale = pendingResponse()
  stubServer({ 'PATCH /api/issues/iss_2': () => pendingResponse().promise })
  const refetched = client.fetchQuery({ queryKey: issueKeys.detail('iss_2'), queryFn: () => stale.promise })
  refetched.catch(() => {})
  const { current } = setUp()
  act(() => current.change.mutate({ issues: [second], action: resolve }))
  await waitFor(() => expect(listed().ids).toEqual(['iss_1', 'iss_3']))
  await act(async () => stale.resolve({ issue: second }))
  expect(detail('iss_2').status).toBe('resolved')
})

it('undoes on the server, also when asked before the change was confirmed', async () => {
  const response = pendingResponse()
  const requests = stubServer({
    'PATCH /api/issues/iss_2': () => response.promise,
    'POST /api/undo/und_1': () => ({ issues: [second] }),
  })
  const result = setUp()
  act(() => result.current.change.mutate({ issues: [second], action: resolve }))
  await waitFor(() => expect(requests).toEqual(['PATCH /api/issues/iss_2']))
  act(() => undoStep())
  expect(requests).toHaveLength(1)
  await act(async () => response.resolve({ issue: { ...second, status: 'resolved' }, undo_id: 'und_1' }))
  await waitFor(() => expect(requests).toContain('POST /api/undo/und_1'))
  await waitFor(() => expect(detail('iss_2').status).toBe('unresolved'))
})
