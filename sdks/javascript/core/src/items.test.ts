import { readFileSync } from 'node:fs'
import { IngestCheckIn, IngestFeedback, IngestSessions } from '@bugle/protocol'
import { Ajv } from 'ajv'
import { afterEach, expect, it } from 'vitest'
import { sessions as pageLoads } from '../../browser/src/sessions.ts'
import { asyncScopes } from '../../node/src/init.ts'
import { inScope, requestScope } from '../../node/src/request.ts'
import { sessions as requests } from '../../node/src/sessions.ts'
import { attachments, captureException, captureFeedback, captureMessage, close, start, withMonitor } from './index.ts'
import type { Options } from './options.ts'
import { TestClient } from './testing/client.ts'
import type { IngestRequest } from './transport.ts'

interface Item {
  path: string
  query?: Record<string, string>
  body?: unknown
  absent?: string[]
}

interface File {
  name: string
  data: string
  type?: string
}

type How = 'exited' | 'errored' | 'crashed' | 'handled' | 'unhandled' | 'message'

interface Case {
  name: string
  situation: {
    options?: Partial<Options>
    feedback?: { message: string; details: object; after_error?: boolean }
    monitor?: { slug: string; schedule?: string; throws: boolean }
    attachments?: File[]
    scope?: File[]
    requests_of_server?: How[]
    run?: How[]
  }
  requests: Item[]
  hidden?: string[]
}

const file = new URL('../../../../conformance/items/situations.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as Case[]
const ajv = new Ajv({ strict: false })
const schemas: Record<string, ReturnType<Ajv['compile']>> = {
  '/sessions': ajv.compile(IngestSessions),
  '/check-ins': ajv.compile(IngestCheckIn),
  '/feedback': ajv.compile(IngestFeedback),
}

afterEach(() => void close())

it.each(cases)('sends the items of $name as every SDK does', async ({ situation, requests: expected, hidden = [] }) => {
  const { options = {}, run, requests_of_server } = situation
  const wantsSessions = options.sessions !== false
  const parts = [
    attachments(),
    ...(run && wantsSessions ? [pageLoads()] : []),
    ...(requests_of_server ? [requests] : []),
  ]
  const test = new TestClient({ appId: 'com.example.shop', ...options }, undefined, asyncScopes(), parts)
  start({ token: 'x', endpoint: 'http://bugle.test', appId: 'com.example.shop' }, () => test.client)
  make(situation)
  test.runTimers()
  await test.client.flush()
  const all = test.requests.map(readRequest)
  const event = all.find(({ path }) => path === '')?.body as { event_id: string } | undefined
  const items = all.filter(({ path }) => path !== '')
  // The last request about a run counts.
  const sent = run ? items.slice(-1) : items
  expect(sent.map(({ path }) => path)).toEqual(expected.map(({ path }) => path))
  for (const [index, { query = {}, body, absent = [] }] of expected.entries()) {
    const one = sent[index]!
    const before = sent[index - 1]
    const matching = (value: unknown, former: unknown) => matcher(value, event?.event_id, former)
    expect(one.query).toMatchObject(matching(query, before?.query) as object)
    if (typeof body === 'string') expect(one.body).toBe(body)
    else if (body) expect(one.body).toMatchObject(matching(body, before?.body) as object)
    for (const field of absent) expect(one.body).not.toHaveProperty(field)
    const accepts = schemas[one.path]
    if (accepts) expect(accepts(one.body), JSON.stringify(accepts.errors)).toBe(true)
  }
  for (const word of hidden) expect(JSON.stringify(all)).not.toContain(word)
})

function make({
  feedback,
  monitor,
  attachments,
  scope = [],
  requests_of_server = [],
  run = [],
}: Case['situation']): void {
  const toAttachment = ({ type, ...one }: File) => ({ ...one, contentType: type })
  if (feedback?.after_error) captureException(new Error('x'))
  if (feedback) captureFeedback({ message: feedback.message, ...feedback.details })
  if (monitor) {
    const job = () => {
      if (monitor.throws) throw new Error('failed')
    }
    try {
      withMonitor(monitor.slug, job, monitor.schedule)
    } catch {
      // As the job does.
    }
  }
  if (attachments) {
    const current = requestScope(() => ({}), {})!
    for (const one of scope) current.addAttachment(toAttachment(one))
    inScope(current, () => captureException(new Error('x'), { attachments: attachments.map(toAttachment) }))
  }
  for (const how of requests_of_server)
    inScope(
      requestScope(() => ({}), {}),
      () => happen(how),
    )
  for (const how of run) happen(how)
}

function happen(how: How): void {
  const isHandled = how === 'errored' || how === 'handled'
  if (how === 'message') captureMessage('hello')
  else if (how !== 'exited') captureException(new Error('x'), { mechanism: { type: 'test', handled: isHandled } })
}

function readRequest({ url, body, type }: IngestRequest) {
  const { pathname, searchParams } = new URL(url)
  return {
    path: pathname.replace('/ingest', ''),
    query: { ...Object.fromEntries(searchParams), type },
    body: typeof body === 'string' ? (JSON.parse(body) as unknown) : new TextDecoder().decode(body),
  }
}

/** Turns the placeholders of the README into matchers. */
function matcher(value: unknown, event: string | undefined, former: unknown): unknown {
  if (value === '<uuid>') return expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  if (value === '<event>') return event
  if (value === '<number>') return expect.any(Number)
  if (value === '<time>') return expect.anything()
  if (value === '<ok>') return expect.stringMatching(/^(ok|exited)$/)
  if (value === '<same>') return former
  if (Array.isArray(value)) return value.map((one) => matcher(one, event, undefined))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      matcher(one, event, (former as Record<string, unknown>)?.[name]),
    ]),
  )
}
