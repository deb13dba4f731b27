import { ignore, resolve } from '@bugle/presentation/issue-actions'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ConnectionStore, createConnection } from '../connection.ts'
import { issueKeys } from '../keys/issue-keys.ts'
import type { Issue } from '../queries/issues.ts'
import { issueWith } from '../testing/issues.ts'
import { memoryStorage } from '../testing/storage.ts'
import { Refused, stubbedApi, stubServer } from '../testing/stub-server.ts'
import { createToasts } from '../toasts.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { outboxName } from './queue.ts'

const [first, second, third] = ['iss_1', 'iss_2', 'iss_3'].map((id) => issueWith({ id })) as [Issue, Issue, Issue]
const owner = 'https://bugle.example usr_1'

let client: QueryClient
let connection: ConnectionStore
let storage: ReturnType<typeof memoryStorage>
let toasts: ReturnType<typeof createToasts>
let copied: string[]
let outbox: Outbox

const create = () =>
  createOutbox({
    api: () => stubbedApi,
    client,
    connection,
    storage,
    toasts,
    reasonOf: (error) => (error as Error).message,
    userId: () => 'usr_1',
    copy: (text) => copied.push(text),
  })

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  connection = createConnection()
  // Attempts are those of the test, until it says that the server is there.
  connection.noteSilence()
  storage = memoryStorage()
  toasts = createToasts({ maxShown: 10 })
  copied = []
  outbox = create()
  outbox.open(owner)
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const texts = () => toasts.shown.get().map(({ text }) => text)
const unanswered = () => {
  throw new TypeError('fetch failed')
}
const refuse = (status: number, headers?: Record<string, string>) => () => {
  throw new Refused(status, { 401: 'session_replaced', 429: 'rate_limited' }[status] ?? 'code', 'No.', headers)
}
/** A server on which each issue has a status that decisions change. */
function serverOf(statuses: Record<string, string>, handlers: Parameters<typeof stubServer>[0] = {}) {
  const issues = Object.keys(statuses).map((id) => ({
    [`GET /api/issues/${id}`]: () => ({ issue: issueWith({ id, status: statuses[id] } as never) }),
    [`PATCH /api/issues/${id}`]: (_: Request, body: unknown) => {
      statuses[id] = (body as { status: string }).status
      return { issue: issueWith({ id, status: statuses[id] } as never), undo_id: null }
    },
  }))
  return stubServer(Object.assign({}, ...issues, handlers))
}
const changesIn = (requests: string[]) => requests.filter((one) => !one.startsWith('GET'))

it('sends decisions in their order, and shows what became of them', async () => {
  const requests = serverOf({ iss_1: 'unresolved', iss_2: 'unresolved' })
  client.setQueryData(issueKeys.detail('iss_1'), { issue: first })
  outbox.addDecisions([first, second], resolve.change, { failed: 'failed' })
  await outbox.send()
  expect(changesIn(requests)).toEqual(['PATCH /api/issues/iss_1', 'PATCH /api/issues/iss_2'])
  expect(outbox.hasWaiting()).toBe(false)
  expect(client.getQueryData<{ issue: Issue }>(issueKeys.detail('iss_1'))!.issue.status).toBe('resolved')
})

it('keeps on the device what is not sent, for its owner alone', async () => {
  outbox.addDecisions([first], resolve.change, { failed: 'failed' })
  const requests = serverOf({ iss_1: 'unresolved' })
  outbox = create()
  outbox.open('https://bugle.example usr_2')
  expect(outbox.hasWaiting()).toBe(false)
  outbox.open(undefined)
  expect(outbox.hasWaiting()).toBe(false)
  outbox.open(owner)
  await vi.waitFor(() => expect(changesIn(requests)).toEqual(['PATCH /api/issues/iss_1']))
  await vi.waitFor(() => expect(storage.get(outboxName(owner))).toBe('[]'))
})

it('does not decide over somebody who decided meanwhile, and says so', async () => {
  const requests = serverOf({ iss_1: 'ignored', iss_2: 'resolved' })
  outbox.addDecisions([first, second], resolve.change, { failed: 'failed' })
  await outbox.send()
  expect(changesIn(requests)).toEqual([])
  // The second one has the wanted outcome already.
  expect(texts()).toEqual(['ISS_1 was changed meanwhile; your decision was not sent.'])
})

it('takes a second decision about an issue for one about the outcome of the first', async () => {
  const statuses = { iss_1: 'unresolved' }
  serverOf(statuses)
  outbox.addDecisions([first], resolve.change, { failed: 'failed' })
  outbox.addDecisions([first], ignore.change, { failed: 'failed' })
  await outbox.send()
  expect(statuses.iss_1).toBe('ignored')
  expect(texts()).toEqual([])
})

it('waits further while the server is away or the session is over', async () => {
  for (const failure of [unanswered, refuse(401)]) {
    stubServer({ 'GET /api/issues/iss_1': failure })
    outbox.addDecisions([first], resolve.change, { failed: 'failed' })
    await outbox.send()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(outbox.hasWaiting()).toBe(true)
    expect(texts()).toEqual([])
  }
})

it('waits as long as a server demands that has too many requests, and loses nothing', async () => {
  let isLimited = true
  const requests = serverOf(
    { iss_1: 'unresolved', iss_2: 'unresolved' },
    { 'GET /api/issues/iss_1': () => (isLimited ? refuse(429, { 'retry-after': '7' })() : { issue: first }) },
  )
  outbox.addDecisions([first, second], resolve.change, { failed: 'failed' })
  await outbox.send()
  isLimited = false
  await vi.advanceTimersByTimeAsync(6999)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(outbox.hasWaiting()).toBe(false))
  expect(changesIn(requests)).toEqual(['PATCH /api/issues/iss_1', 'PATCH /api/issues/iss_2'])
  expect(texts()).toEqual([])
})

it('sets aside what makes the server fail again and again, and sends the others', async () => {
  let isBroken = true
  const statuses = { iss_1: 'unresolved', iss_2: 'unresolved' }
  const requests = serverOf(statuses, {
    'PATCH /api/issues/iss_1': () => {
      if (isBroken) return refuse(500)()
      statuses.iss_1 = 'resolved'
      return { issue: { ...first, status: 'resolved' }, undo_id: null }
    },
  })
  outbox.addDecisions([first, second], resolve.change, { failed: "Couldn't resolve it." })
  await outbox.send()
  expect(statuses.iss_2).toBe('unresolved')
  await vi.advanceTimersByTimeAsync(2000 + 4000)
  await vi.waitFor(() => expect(statuses.iss_2).toBe('resolved'))
  expect(requests.filter((one) => one === 'PATCH /api/issues/iss_1')).toHaveLength(3)
  expect(outbox.hasWaiting()).toBe(false)
  expect(texts()).toEqual(["Couldn't resolve it. No."])
  isBroken = false
  toasts.runAction(toasts.shown.get()[0]!)
  await vi.waitFor(() => expect(statuses.iss_1).toBe('resolved'))
})

it('drops what the server refuses, says so, and sends the others', async () => {
  const statuses = { iss_1: 'unresolved', iss_2: 'unresolved' }
  serverOf(statuses, { 'PATCH /api/issues/iss_1': refuse(403) })
  outbox.addDecisions([first, second], resolve.change, { failed: "Couldn't resolve it." })
  await outbox.send()
  expect(statuses.iss_2).toBe('resolved')
  expect(texts()).toEqual(["Couldn't resolve it. No."])
  expect(toasts.shown.get()[0]!.action).toBeUndefined()
})

it('sends nothing that was taken back', async () => {
  const statuses = { iss_1: 'unresolved', iss_3: 'unresolved' }
  serverOf(statuses)
  const ids = outbox.addDecisions([first], resolve.change, { failed: 'failed' })
  outbox.addDecisions([third], resolve.change, { failed: 'failed' })
  const undone: string[] = []
  await outbox.takeBack(ids, async (undoIds) => void undone.push(...undoIds))
  expect(undone).toEqual([])
  await outbox.send()
  expect(statuses).toEqual({ iss_1: 'unresolved', iss_3: 'resolved' })
})

const comment = { issueId: 'iss_1', shortId: 'ISS_1', text: 'from the train' }

it('sends a comment, and looks for it first if its response was lost', async () => {
  const comments: { by: { id: string }; text: string }[] = []
  let isLost = true
  const requests = stubServer({
    'GET /api/issues/iss_1/comments': () => ({ comments }),
    'POST /api/issues/iss_1/comments': (_, body) => {
      comments.push({ by: { id: 'usr_1' }, text: (body as { text: string }).text })
      return isLost ? unanswered() : {}
    },
  })
  await outbox.comment(comment)
  expect(outbox.hasWaiting()).toBe(true)
  isLost = false
  await outbox.send()
  expect(outbox.hasWaiting()).toBe(false)
  expect(requests).toEqual(['POST /api/issues/iss_1/comments', 'GET /api/issues/iss_1/comments'])
  expect(comments).toHaveLength(1)
})

it('does not take the same words of somebody else for its own', async () => {
  let isLost = true
  const requests = stubServer({
    'GET /api/issues/iss_1/comments': () => ({ comments: [{ by: { id: 'usr_2' }, text: comment.text }] }),
    'POST /api/issues/iss_1/comments': () => (isLost ? unanswered() : {}),
  })
  await outbox.comment(comment)
  isLost = false
  await outbox.send()
  expect(outbox.hasWaiting()).toBe(false)
  expect(changesIn(requests)).toEqual(['POST /api/issues/iss_1/comments', 'POST /api/issues/iss_1/comments'])
})

it('offers the text of a refused comment to be copied', async () => {
  stubServer({ 'POST /api/issues/iss_1/comments': unanswered })
  await outbox.comment(comment)
  stubServer({
    'GET /api/issues/iss_1/comments': () => ({ comments: [] }),
    'POST /api/issues/iss_1/comments': refuse(403),
  })
  await outbox.send()
  expect(texts()).toEqual(['The comment on ISS_1 could not be sent. No.'])
  toasts.runAction(toasts.shown.get()[0]!)
  expect(copied).toEqual(['from the train'])
})
