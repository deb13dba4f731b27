import { lookup } from 'node:dns/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BuiltServer, pause } from '../harness/built-server.ts'

// The port as an operator meets it: its owner, its addresses, and its fate when a process ends.

const server = await BuiltServer.install({ HOST: 'localhost' })
/** A connection that is kept would be the one of a process that a test kills. */
const once = { headers: { connection: 'close' } }

beforeAll(async () => {
  server.start()
  await server.ready()
})
afterAll(() => server.remove())

it('listens on every address of its host name', async () => {
  const statuses = await Promise.all(
    (await lookup('localhost', { all: true })).map(async ({ address, family }) => {
      const response = await fetch(`http://${family === 6 ? `[${address}]` : address}:${server.port}/healthz`, once)
      return response.status
    }),
  )
  expect(statuses.length).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

it('explains in a sentence that the port is in use, and exits', async () => {
  const second = await BuiltServer.install({ PORT: String(server.port) })
  try {
    second.start()
    expect((await second.exited).code).toBe(1)
    expect(second.output).toContain(
      `Port ${server.port} on 127.0.0.1 is in use. Set PORT to another one, or stop the program that uses it.`,
    )
    expect(await server.readyStatus()).toBe(200)
  } finally {
    await second.remove()
  }
})

it.each([
  ['203.0.113.7', /Cannot listen on 203\.0\.113\.7:\d+: bind EADDRNOTAVAIL/],
  ['no-such-host.invalid', /Cannot listen on no-such-host\.invalid:\d+: .*no-such-host\.invalid/],
])('refuses to start on %s, which is not this machine', async (host, sentence) => {
  const elsewhere = await BuiltServer.install({ HOST: host })
  try {
    elsewhere.start()
    expect((await elsewhere.exited).code).toBe(1)
    expect(elsewhere.output).toMatch(sentence)
  } finally {
    await elsewhere.remove()
  }
})

it('holds new connections while its ingest process is down, and responds once it is back', async () => {
  const killed = server.processes().find(({ role }) => role === 'http')!
  process.kill(killed.pid, 'SIGKILL')
  while (server.processes().some(({ pid }) => pid === killed.pid)) await pause(5)
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${server.url}/healthz`, once)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  expect(server.processes().find(({ role }) => role === 'http')!.pid).not.toBe(killed.pid)
})

it('frees the port when its supervisor is killed', async () => {
  process.kill(server.pid, 'SIGKILL')
  await server.exited
  server.start()
  await server.ready()
  expect(await server.readyStatus()).toBe(200)
  expect(server.processes().filter(({ role }) => role === 'supervisor')).toHaveLength(1)
})
