import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { newReporter, until } from './reporter.ts'
import { type Session, startServer } from './start-server.ts'

const server = await startServer({ digest: true, env: { BUGLE_API_AT_ONCE: '2' } })
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

describe('an account that floods the API', () => {
  it('writes to its own row two requests at a time, and others are served meanwhile', async () => {
    const flooding = await server.register()
    const bystander = await newReporter(server)
    const release = await holdRowOf(flooding)
    const flood = rename(flooding, 60)
    try {
      await until(
        async () => (await server.database.accounts.query(waiting)).rowCount,
        (count) => count === 2,
      )
      // Each of the flood would hold one of the six connections until the row is free.
      for (let n = 0; n < 20; n++) {
        expect((await bystander.session.request('PATCH', '/api/me', { body: { name: 'Bob' } })).status).toBe(200)
        await bystander.report()
      }
    } finally {
      await release()
    }
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(60).fill(200))
  })

  it('is refused with the time to retry when too many of its requests wait', async () => {
    const flooding = await server.register()
    const release = await holdRowOf(flooding)
    const flood = rename(flooding, 2 + 512 + 10)
    const refused = await Promise.race(flood).finally(release)
    expect([refused.status, refused.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('1')
    // Those that waited are served.
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2 + 512)
  })
})

/** Sends changes of the account's own row at once. */
function rename(session: Session, count: number) {
  return Array.from({ length: count }, () => session.request('PATCH', '/api/me', { body: { name: 'Ann' } }))
}

/** Locks the row of an account, until it is released. */
async function holdRowOf(session: Session): Promise<() => Promise<void>> {
  const { id } = await session.me()
  const client = new pg.Client(server.database.accountsConnection)
  await client.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for update', [uuidOf(id)])
  return () => client.end()
}

const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

describe('uploads that never end', () => {
  /** Heads of two ways to upload, and the first bytes of their bodies. */
  async function begin(token: string, path: string, count: number): Promise<void> {
    const head = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, 'content-length: 1000000']
    for (let n = 0; n < count; n++) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`${head.join('\r\n')}\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n--x\r\nC`)
      sockets.push(socket)
    }
  }

  it('of three accounts leave room for everybody else', async () => {
    for (let account = 0; account < 3; account++) {
      const { session, project: own } = await newReporter(server)
      await begin(session.token, `/api/projects/${own.id}/artifacts`, 2)
      await begin(session.token, '/api/0/organizations/x/chunk-upload/', 2)
    }
    const app = await newReporter(server)
    // They are received when their connections are, and the bystander is refused as long as they hold a place.
    await until(server.connections, (open) => open >= 12)
    for (let n = 0; n < 5; n++) {
      const form = new FormData()
      form.append('file', new Blob(['export const cart = 1']), 'cart.js')
      const headers = { authorization: `Bearer ${app.session.token}` }
      const answer = await fetch(`${server.url}/api/projects/${app.project.id}/artifacts`, {
        method: 'POST',
        headers,
        body: form,
      })
      expect(answer.status).toBe(200)
    }
  })
})

/** Returns the uuid of an id of the API. */
function uuidOf(id: string): string {
  return id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
