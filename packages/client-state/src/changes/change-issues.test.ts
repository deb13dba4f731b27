import { ApiError } from '@bugle/api-client'
import { assign, resolve } from '@bugle/presentation/issue-actions'
import { limits } from '@bugle/protocol/vocabulary'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createConnection } from '../connection.ts'
import { issueKeys } from '../keys/issue-keys.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import type { Issue } from '../queries/issues.ts'
import { issueWith, pageOf } from '../testing/issues.ts'
import { memoryStorage } from '../testing/storage.ts'
import { pendingResponse, Refused, stubbedApi, stubServer } from '../testing/stub-server.ts'
import { createToasts } from '../toasts.ts'
import { changeIssues, type Decision } from './change-issues.ts'
import type { ChangeDeps } from './deps.ts'
import { runMutation } from './run-mutation.ts'

const [first, second, third] = ['iss_1', 'iss_2', 'iss_3'].map((id) => issueWith({ id })) as [Issue, Issue, Issue]
const unresolved = issueKeys.list({ projectId: 'prj_1' }, '14d')
const resolved = issueKeys.list({ projectId: 'prj_1', status: 'resolved' }, '14d')
const many = Array.from({ length: limits.bulkIds + 400 }, (_, index) => issueWith({ id: `iss_${index}` }))

let client: QueryClient
let toasts: ReturnType<typeof createToasts>

beforeEach(() => {
  client = new QueryClient()
  toasts = createToasts({ maxShown: 3 })
  const counts = { unresolved: 3, resolved: 1 }
  client.setQueryData(unresolved, { pages: [pageOf([first, second, third], counts)], pageParams: [undefined] })
  client.setQueryData(resolved, { pages: [pageOf([], counts)], pageParams: [undefined] })
  client.setQueryData(issueKeys.detail('iss_2'), { issue: second })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const reasonOf = (error: unknown) => (error as Error).message
/** Starts a change; its failure is on the screen. */
function change(decision: Decision, deps?: Partial<ChangeDeps>): Promise<unknown> {
  return runMutation(client, changeIssues({ api: () => stubbedApi, toasts, reasonOf, ...deps }), decision).catch(
    (error: unknown) => error,
  )
}

function listed(key = unresolved) {
  const { pages } = client.getQueryData<{ pages: ReturnType<typeof pageOf>[] }>(key)!
  return { ids: pages.flatMap(({ issues }) => issues.map(({ id }) => id)), counts: pages[0]!.status_counts }
}
const showMany = () =>
  client.setQueryData(unresolved, {
    pages: [pageOf(many, { unresolved: many.length })],
    pageParams: [undefined],
  })
const detail = (id: string) => client.getQueryData<{ issue: Issue }>(issueKeys.detail(id))!.issue
const lastToast = () => toasts.shown.get().at(-1)
const unanswered = () => {
  throw new TypeError('fetch failed')
}
const idsOf = (body: unknown) => (body as { ids: string[] }).ids

it('shows a change before the server has confirmed it', async () => {
  const response = pendingResponse()
  stubServer({ 'PATCH /api/issues/iss_2': () => response.promise })
  const done = change({ issues: [second], action: resolve })
  await vi.waitFor(() => expect(listed().ids).toEqual(['iss_1', 'iss_3']))
  expect(listed().counts).toMatchObject({ unresolved: 2, resolved: 2 })
  expect(detail('iss_2')).toMatchObject({ status: 'resolved', substatus: null, resolution: { mode: 'now' } })
  response.resolve({ issue: { ...second, status: 'resolved' }, undo_id: 'und_1' })
  await done
})

it('rolls back to the former position, counts and state when the server refuses', async () => {
  stubServer({
    'PATCH /api/issues/iss_2': () => {
      throw new Refused(409, 'conflict', 'Changed by somebody else.')
    },
  })
  expect(await change({ issues: [second], action: resolve })).toBeInstanceOf(ApiError)
  expect(listed().ids).toEqual(['iss_1', 'iss_2', 'iss_3'])
  expect(listed().counts).toMatchObject({ unresolved: 3, resolved: 1 })
  expect(detail('iss_2')).toEqual(second)
  expect(lastToast()).toMatchObject({ text: "Couldn't resolve ISS_2. Changed by somebody else.", isFailure: true })
  // A refusal would be repeated.
  expect(lastToast()).not.toHaveProperty('action')
})

it('sends a refused change once more by Retry', async () => {
  let isRefused = true
  stubServer({
    'PATCH /api/issues/iss_2': () => {
      if (isRefused) throw new Refused(500, 'internal', 'Broken.')
      return { issue: { ...second, status: 'resolved' }, undo_id: null }
    },
  })
  await change({ issues: [second], action: resolve })
  isRefused = false
  toasts.runAction(lastToast()!)
  await vi.waitFor(() => expect(lastToast()?.text).toBe('Resolved ISS_2'))
  expect(listed().ids).toEqual(['iss_1', 'iss_3'])
})

it('rolls back only the issues of a bulk change that the server refused', async () => {
  stubServer({
    'POST /api/issues/bulk': () => ({
      updated_count: 2,
      failed: [{ id: 'iss_2', code: 'conflict', message: 'is being merged' }],
      undo_id: 'und_1',
    }),
  })
  await change({ issues: [first, second, third], action: resolve })
  expect(listed().ids).toEqual(['iss_2'])
  expect(listed().counts).toMatchObject({ unresolved: 1, resolved: 3 })
  expect(lastToast()?.text).toBe('Resolved 2 issues. 1 failed: is being merged')
})

it('says that nothing was changed where the server refused every issue', async () => {
  const failed = [first, second].map(({ id }) => ({ id, code: 'not_found', message: 'does not exist' }))
  stubServer({ 'POST /api/issues/bulk': () => ({ updated_count: 0, failed, undo_id: null }) })
  await change({ issues: [first, second], action: resolve })
  expect(listed().ids).toEqual(['iss_1', 'iss_2', 'iss_3'])
  expect(lastToast()).toMatchObject({ text: "Couldn't resolve 2 issues. does not exist", isFailure: true })
})

it('sends no more ids at once than a request may have, and undoes every part', async () => {
  showMany()
  const parts: number[] = []
  const requests = stubServer({
    'POST /api/issues/bulk': (_, body) => {
      parts.push(idsOf(body).length)
      return { updated_count: idsOf(body).length, failed: [], undo_id: `und_${parts.length}` }
    },
    'POST /api/undo/und_1': () => ({ issues: [] }),
    'POST /api/undo/und_2': () => ({ issues: [] }),
  })
  await change({ issues: many, action: resolve })
  expect(parts).toEqual([limits.bulkIds, 400])
  expect(lastToast()?.text).toBe('Resolved 900 issues')
  toasts.undoStep()
  await vi.waitFor(() => expect(requests.slice(2)).toEqual(['POST /api/undo/und_2', 'POST /api/undo/und_1']))
})

it('keeps what was changed before a part of it was refused', async () => {
  showMany()
  let sent = 0
  stubServer({
    'POST /api/issues/bulk': (_, body) => {
      sent += 1
      if (sent === 2) throw new Refused(500, 'internal', 'Broken.')
      return { updated_count: idsOf(body).length, failed: [], undo_id: 'und_1' }
    },
  })
  await change({ issues: many, action: resolve })
  expect(listed().ids).toEqual(many.slice(limits.bulkIds).map(({ id }) => id))
  expect(lastToast()).toMatchObject({ text: 'Resolved 500 issues. 400 failed: Broken.', action: { label: 'Undo' } })
})

it('continues behind the last answered part where a connection was lost', async () => {
  showMany()
  const parts: string[] = []
  stubServer({
    'POST /api/issues/bulk': (_, body) => {
      const [from = ''] = idsOf(body)
      parts.push(from)
      if (parts.length === 2) return unanswered()
      return { updated_count: idsOf(body).length, failed: [], undo_id: `und_${from}` }
    },
  })
  client.setDefaultOptions({ mutations: { retryDelay: 0 } })
  await change({ issues: many, action: resolve }, { retry: (failures) => failures < 3 })
  expect(parts).toEqual(['iss_0', 'iss_500', 'iss_500'])
  expect(lastToast()?.text).toBe('Resolved 900 issues')
})

it('ignores a response that was requested before the change', async () => {
  const stale = pendingResponse()
  const response = pendingResponse()
  stubServer({ 'PATCH /api/issues/iss_2': () => response.promise })
  const refetched = client.fetchQuery({ queryKey: issueKeys.detail('iss_2'), queryFn: () => stale.promise })
  refetched.catch(() => {})
  const done = change({ issues: [second], action: resolve })
  await vi.waitFor(() => expect(listed().ids).toEqual(['iss_1', 'iss_3']))
  stale.resolve({ issue: second })
  await refetched.catch(() => {})
  expect(detail('iss_2').status).toBe('resolved')
  response.resolve({ issue: { ...second, status: 'resolved' }, undo_id: null })
  await done
})

it('undoes on the server, also when asked before the change was confirmed', async () => {
  const response = pendingResponse()
  const requests = stubServer({
    'PATCH /api/issues/iss_2': () => response.promise,
    'POST /api/undo/und_1': () => ({ issues: [second] }),
  })
  const done = change({ issues: [second], action: resolve })
  await vi.waitFor(() => expect(requests).toEqual(['PATCH /api/issues/iss_2']))
  toasts.undoStep()
  expect(requests).toHaveLength(1)
  response.resolve({ issue: { ...second, status: 'resolved' }, undo_id: 'und_1' })
  await done
  await vi.waitFor(() => expect(requests).toContain('POST /api/undo/und_1'))
  await vi.waitFor(() => expect(detail('iss_2').status).toBe('unresolved'))
})

it('offers the undo of a change to those who asked for it', async () => {
  const requests = stubServer({
    'PATCH /api/issues/iss_2': () => ({ issue: { ...second, status: 'resolved' }, undo_id: 'und_1' }),
    'POST /api/undo/und_1': () => ({ issues: [second] }),
  })
  const onDone = vi.fn()
  await change({ issues: [second], action: resolve, onDone })
  onDone.mock.calls[0]![0]()
  await vi.waitFor(() => expect(requests).toContain('POST /api/undo/und_1'))
})

it('reads the lists again only where nothing else updates them', async () => {
  stubServer({ 'PATCH /api/issues/iss_2': () => ({ issue: second, undo_id: null }) })
  const isStale = () => client.getQueryState(unresolved)!.isInvalidated
  await change({ issues: [second], action: assign({ id: 'usr_1', name: 'Ada' }) })
  expect(isStale()).toBe(false)
  await change({ issues: [second], action: assign(null) }, { refetchesLists: true })
  expect(isStale()).toBe(true)
})

/** An outbox that sends nothing by itself, since the server is away. */
function outboxWith(...earlier: Issue[]) {
  const connection = createConnection()
  connection.noteSilence()
  const storage = memoryStorage()
  const outbox = createOutbox({
    api: () => stubbedApi,
    client,
    connection,
    storage,
    toasts,
    reasonOf,
    userId: () => 'usr_1',
    copy: () => {},
  })
  if (earlier.length > 0) outbox.addDecisions(earlier, resolve.change, { failed: '' })
  return outbox
}
const kept = (outbox: Outbox) => outbox.waiting.get().map(({ issueId }) => issueId)

it('sends a change once more before it waits for the server, and then takes it back by Undo', async () => {
  const outbox = outboxWith()
  const requests = stubServer({ 'PATCH /api/issues/iss_2': unanswered })
  await change({ issues: [second], action: resolve }, { outbox })
  expect(requests).toHaveLength(2)
  expect(kept(outbox)).toEqual(['iss_2'])
  expect(listed().ids).toEqual(['iss_1', 'iss_3'])
  expect(detail('iss_2').status).toBe('resolved')
  expect(lastToast()?.text).toBe('Resolved ISS_2. It will be sent when the server responds.')
  toasts.undoStep()
  expect(listed().ids).toEqual(['iss_1', 'iss_2', 'iss_3'])
  expect(detail('iss_2').status).toBe('unresolved')
  // The server may have it: it is told the contrary.
  await vi.waitFor(() => expect(outbox.waiting.get()).toMatchObject([{ change: { status: 'unresolved' } }]))
})

it('names each change, so that the server recognizes one that it gets twice', async () => {
  const keys: (string | null)[] = []
  const answer = ({ headers }: Request) => {
    keys.push(headers.get('idempotency-key'))
    return keys.length % 2 === 1 ? unanswered() : { issue: second, undo_id: null }
  }
  stubServer({ 'PATCH /api/issues/iss_2': answer })
  for (const _ of [1, 2]) await change({ issues: [second], action: resolve }, { outbox: outboxWith() })
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).toBe(keys[3])
  expect(new Set(keys).size).toBe(2)
})

it('does not wait where only one connection was lost', async () => {
  const outbox = outboxWith()
  let sent = 0
  stubServer({
    'PATCH /api/issues/iss_2': () => {
      sent += 1
      return sent === 1 ? unanswered() : { issue: { ...second, status: 'resolved' }, undo_id: 'und_1' }
    },
  })
  await change({ issues: [second], action: resolve }, { outbox })
  expect(kept(outbox)).toEqual([])
  expect(lastToast()?.text).toBe('Resolved ISS_2')
})

it('waits behind earlier changes, and for a server that is not ready', async () => {
  const behind = outboxWith(first)
  const requests = stubServer({
    'PATCH /api/issues/iss_2': () => {
      throw new Refused(503, 'unavailable', 'Not now.')
    },
  })
  await change({ issues: [second], action: resolve }, { outbox: behind })
  expect(requests).toEqual([])
  expect(kept(behind)).toEqual(['iss_1', 'iss_2'])
  const outbox = outboxWith()
  await change({ issues: [second], action: resolve }, { outbox })
  expect(kept(outbox)).toEqual(['iss_2'])
})

it('rolls back what the server refuses, with an outbox as well', async () => {
  const outbox = outboxWith()
  stubServer({
    'PATCH /api/issues/iss_2': () => {
      throw new Refused(403, 'forbidden', 'Not yours.')
    },
  })
  await change({ issues: [second], action: resolve }, { outbox })
  expect(kept(outbox)).toEqual([])
  expect(listed().ids).toEqual(['iss_1', 'iss_2', 'iss_3'])
})
