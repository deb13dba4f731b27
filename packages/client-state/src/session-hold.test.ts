import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { endWait, fetchSignedIn, noteSession } from './session.ts'

let statuses: number[]
const bodies: string[] = []
let code = 'unauthenticated'
const ask = () => fetchSignedIn(new Request('http://bugle.example/api/issues', { method: 'POST', body: 'typed' }))
const soon = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  bodies.length = 0
  vi.stubGlobal('fetch', async (request: Request) => {
    bodies.push(await request.text())
    return Response.json({ code }, { status: statuses.shift() ?? 200 })
  })
})
afterEach(() => {
  code = 'unauthenticated'
  noteSession(false)
  vi.unstubAllGlobals()
})

it('resends requests refused without a session, with their body, after the next sign-in', async () => {
  statuses = [401, 401, 200, 200]
  noteSession(true)
  const responses = Promise.all([ask(), ask()])
  await soon()
  expect(bodies).toHaveLength(2)
  endWait(true)
  expect((await responses).map(({ status }) => status)).toEqual([200, 200])
  expect(bodies).toEqual(['typed', 'typed', 'typed', 'typed'])
})

it('is refused when the user gives up, and immediately afterwards', async () => {
  statuses = [401, 401]
  noteSession(true)
  const response = ask()
  await soon()
  endWait(false)
  expect((await response).status).toBe(401)
  expect((await ask()).status).toBe(401)
})

it('waits neither for a user who never signed in nor after a wrong code', async () => {
  statuses = [401, 401]
  expect((await ask()).status).toBe(401)
  noteSession(true)
  code = 'invalid_totp'
  expect((await ask()).status).toBe(401)
})
