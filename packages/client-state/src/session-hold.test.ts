import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSessionHold } from './session-hold.ts'

let hold: ReturnType<typeof createSessionHold>

let statuses: number[]
const bodies: string[] = []
let code = 'unauthenticated'
const ask = () => hold.fetchSignedIn(new Request('http://bugle.example/api/issues', { method: 'POST', body: 'typed' }))
const soon = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  hold = createSessionHold()
  bodies.length = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.text())
    return Response.json({ code }, { status: statuses.shift() ?? 200 })
  })
})
afterEach(() => {
  code = 'unauthenticated'
  vi.unstubAllGlobals()
})

it('resends requests refused without a session, with their body, after the next sign-in', async () => {
  statuses = [401, 401, 200, 200]
  hold.noteSession(true)
  const responses = Promise.all([ask(), ask()])
  await soon()
  expect(bodies).toHaveLength(2)
  hold.endWait(true)
  expect((await responses).map(({ status }) => status)).toEqual([200, 200])
  expect(bodies).toEqual(['typed', 'typed', 'typed', 'typed'])
})

it('is refused when the user gives up, and immediately afterwards', async () => {
  statuses = [401, 401]
  hold.noteSession(true)
  const response = ask()
  await soon()
  hold.endWait(false)
  expect((await response).status).toBe(401)
  expect((await ask()).status).toBe(401)
})

it('waits neither for a user who never signed in nor after a wrong code', async () => {
  statuses = [401, 401]
  expect((await ask()).status).toBe(401)
  hold.noteSession(true)
  code = 'invalid_totp'
  expect((await ask()).status).toBe(401)
})

it('asks for one sign-in however many requests wait, says why, and counts the return', async () => {
  statuses = [401, 401]
  hold.noteSession(true)
  const over = vi.fn()
  hold.isOver.subscribe(over)
  code = 'session_replaced'
  const responses = Promise.all([ask(), ask()])
  await soon()
  await soon()
  expect(over.mock.calls).toEqual([[true]])
  expect(hold.ending.get()).toBe('session_replaced')
  hold.endWait(true)
  await responses
  expect(over.mock.calls).toEqual([[true], [false]])
  expect(hold.returns.get()).toBe(1)
  hold.noteSession(true)
  expect(hold.ending.get()).toBeUndefined()
})

it('is not told of a session by an answer that crossed the sign-out', async () => {
  statuses = [401]
  const found = hold.watchForSession()
  hold.noteSession(false)
  found()
  expect((await ask()).status).toBe(401)
})

it('is told of a session by an answer', async () => {
  statuses = [401]
  hold.watchForSession()()
  const response = ask()
  await soon()
  hold.endWait(true)
  expect((await response).status).toBe(200)
})
