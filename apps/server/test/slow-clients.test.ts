import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { newReporter, until } from './reporter.ts'
import { startServer } from './start-server.ts'

const server = await startServer({ digest: true })
const app = await newReporter(server)
const open: Socket[] = []
afterAll(() => {
  for (const socket of open) socket.destroy()
})
const port = Number(new URL(server.url).port)

/** Opens connections that send this and nothing more, and read nothing. */
async function hold(count: number, text: string): Promise<Socket[]> {
  const sockets = await Promise.all(
    Array.from({ length: count }, () => {
      return new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
        socket.on('error', reject)
        socket.pause()
      })
    }),
  )
  open.push(...sockets)
  return sockets
}

const half = `POST /ingest HTTP/1.1\r\nhost: x\r\nx-service-token: ${app.token}\r\ncontent-type: application/json\r\n`

describe('others are served while there are', () => {
  const served = async () => {
    // A slow machine may refuse once with 503 until it catches up, and an SDK retries; a blocked server never accepts.
    const { body } = await until(
      () => app.send(),
      ({ status }) => status === 202,
    )
    expect((await app.readIssue(body.issue_id)).count).toBeGreaterThan(0)
    expect((await server.request('GET', '/healthz')).status).toBe(200)
    expect((await server.request('GET', '/readyz')).status).toBe(200)
  }
  const kinds: [name: string, count: number, text: string][] = [
    ['silent connections', 800, ''],
    ['half-sent heads', 400, half],
    ['half-sent bodies', 50, `${half}content-length: 100000\r\n\r\n{"exception`],
    ['partial bodies of a megabyte', 100, `${half}content-length: 1048576\r\n\r\n{"exception`],
    ['half-sent chunks', 50, `${half}transfer-encoding: chunked\r\n\r\n10\r\n{"exce`],
    ['clients that send requests and do not read', 50, `GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(20)],
    [
      'clients that request lists and do not read',
      50,
      `GET /api/issues?limit=100 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.session.token}\r\n\r\n`.repeat(20),
    ],
  ]
  it.each(kinds)('%s', async (_name, count, text) => {
    await hold(count, text)
    for (let n = 0; n < 3; n += 1) await served()
  })
})

it('heads and bodies must arrive within a timeout', () => {
  // Node enforces the timeouts; this checks that they are set, and that no setting of the framework removed them.
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = server.timeouts
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    timeout: 0,
  })
})

it.runIf(process.env.BUGLE_LONG === '1')(
  'a partial request is refused and disconnected',
  async () => {
    const cut = [half, `${half}content-length: 100000\r\n\r\n{"exception`].map(async (text) => {
      const [socket] = await hold(1, text)
      let answer = ''
      socket!.on('data', (chunk) => {
        answer += chunk
      })
      socket!.resume()
      await new Promise((resolve) => socket!.on('close', resolve))
      return answer
    })
    for (const answer of await Promise.all(cut)) expect(answer).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
  },
  150_000,
)
