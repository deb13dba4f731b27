import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { issueWith, pageOf } from '@bugle/client-state/testing/issues'
import { Refused, stubServer } from '@bugle/client-state/testing/stub-server'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveUpdates } from '../../../lib/live-updates.ts'
import type { Issue } from '../queries.ts'
import { useChangedElsewhere } from './use-changed-elsewhere.ts'

const rows = ['iss_1', 'iss_2', 'iss_3'].map((id) => issueWith({ id, count: 7 }))
const key = issueKeys.list({ projectId: 'prj_1' }, '14d')

let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(key, { pages: [pageOf(rows)], pageParams: [undefined] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const listed = () => client.getQueryData<{ pages: { issues: Issue[] }[] }>(key)!.pages.flatMap(({ issues }) => issues)

function setUp(latest?: Issue[]) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook((now: Issue[] | undefined) => useChangedElsewhere(rows, now), { wrapper, initialProps: latest })
}

it('updates a row in place when a live update names it, with the counts of the list', async () => {
  const requests = stubServer({
    'GET /api/issues/iss_2': () => ({ issue: { ...rows[1], status: 'resolved', count: 900 } }),
  })
  setUp()
  liveUpdates.add({ type: 'issue.updated', issueIds: ['iss_2', 'iss_elsewhere'], hasMore: false })
  await waitFor(() => expect(listed()[1]).toMatchObject({ id: 'iss_2', status: 'resolved', count: 7 }))
  expect(listed().map(({ id }) => id)).toEqual(['iss_1', 'iss_2', 'iss_3'])
  expect(requests).toEqual(['GET /api/issues/iss_2'])
})

it('removes a row whose issue was deleted, or merged into another', async () => {
  stubServer({
    'GET /api/issues/iss_1': () => {
      throw new Refused(404, 'not_found', 'Gone.')
    },
    'GET /api/issues/iss_3': () => ({ issue: rows[1] }),
  })
  setUp()
  liveUpdates.add({ type: 'issue.updated', issueIds: ['iss_1', 'iss_3'], hasMore: false })
  await waitFor(() => expect(listed().map(({ id }) => id)).toEqual(['iss_2']))
})

it('keeps a row if the server cannot report its state', async () => {
  const requests = stubServer({
    'GET /api/issues/iss_1': () => {
      throw new Refused(503, 'overloaded', 'Try again later.')
    },
  })
  setUp()
  liveUpdates.add({ type: 'issue.updated', issueIds: ['iss_1'], hasMore: false })
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(listed()).toEqual(rows)
})

it('without a stream looks up the rows that the latest first page lacks, each once', async () => {
  const requests = stubServer({
    'GET /api/issues/iss_2': () => ({ issue: { ...rows[1], status: 'ignored' } }),
  })
  const latest = [rows[0]!, rows[2]!]
  const { rerender } = setUp(latest)
  await waitFor(() => expect(listed()[1]!.status).toBe('ignored'))
  rerender([...latest])
  expect(requests).toEqual(['GET /api/issues/iss_2'])
})
