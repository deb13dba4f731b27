import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddressRefused, type LookUpAll, OutgoingHttp } from '../src/adapters/outgoing-http.ts'
import { startNameServer } from './name-server.ts'

/** A service of the inner network. Whatever connects to it is a hole. */
let connections = 0
const inner = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: 'http://169.254.169.254/' })
  response.end('secret of the inner network')
})
inner.on('connection', () => {
  connections += 1
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
  port = (inner.address() as AddressInfo).port
})
afterAll(() => {
  inner.closeAllConnections()
  inner.close()
})

const request = { method: 'POST', headers: {}, body: '{}', timeoutMs: 2000, maxBytes: 1000 }

/** Sends a request; a refusal of the address itself is thrown at once. */
const sent = async (outgoing: OutgoingHttp, address: string) => outgoing.send(address, request)

/** Hosts that lead inward, in every spelling that a parser of addresses may take for another one. */
const hosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.255', '0.0.0.0', '0', '2130706433', '0x7f000001', '0x7f.1'],
  ...['017700000001', '0177.0.0.1', '0177.0x0.1', '%31%32%37.0.0.1', '127.0.0.1.', '１２７.0.0.1', '①②⑦.⓪.⓪.①'],
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1', '3232235521'],
  ...['169.254.169.254', '169.254.0.1', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '100.64.0.1'],
  ...['100.127.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:169.254.169.254]', '[::127.0.0.1]', '[fe80::1]', '[febf::1]'],
  ...['[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[64:ff9b::7f00:1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]'],
  ...['[2002:7f00:1::]', '[2002:a9fe:a9fe::]', '[2001:db8::1]', '[2001::1]', 'localhost', 'LOCALHOST', 'localhost.'],
]

describe('an address that leads inward', () => {
  it.each(hosts)('like %s is refused, and nothing connects', async (host) => {
    const outgoing = new OutgoingHttp([])
    for (const address of [`https://${host}:${port}/`, `https://${host}/`]) {
      await expect(outgoing.check(address)).rejects.toThrow(AddressRefused)
      await expect(sent(outgoing, address)).rejects.toThrow()
    }
    expect(connections).toBe(0)
  })

  it.each([
    'http://example.com/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://example.com@127.0.0.1/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1/',
    'unix:/run/postgresql',
    'data:text/plain,x',
    '//example.com/',
    'https://',
    '',
  ])('like %s is refused by its form', async (address) => {
    const outgoing = new OutgoingHttp([])
    await expect(outgoing.check(address)).rejects.toThrow(AddressRefused)
    await expect(sent(outgoing, address)).rejects.toThrow(AddressRefused)
  })
})

describe('a name', () => {
  const answering = (...answers: string[][]): LookUpAll => {
    let asked = 0
    return (_host, _options, done) => {
      const found = answers[Math.min(asked++, answers.length - 1)]!
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }
  }

  it.each([['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:127.0.0.1'], ['64:ff9b::7f00:1']])(
    'that leads to %s is refused',
    async (address) => {
      const outgoing = new OutgoingHttp([], answering([address]))
      await expect(outgoing.check(`https://inner.example:${port}/`)).rejects.toThrow(AddressRefused)
      await expect(sent(outgoing, `https://inner.example:${port}/`)).rejects.toThrow(AddressRefused)
      expect(connections).toBe(0)
    },
  )

  it('that changes its address after it was checked is refused when it is sent to', async () => {
    const names = await startNameServer([['1.1.1.1'], ['127.0.0.1']])
    const outgoing = new OutgoingHttp([], names.lookUp)
    await outgoing.check(`https://rebinding.example:${port}/`)
    await expect(sent(outgoing, `https://rebinding.example:${port}/`)).rejects.toThrow(AddressRefused)
    expect([names.asked(), connections]).toEqual([2, 0])
    names.close()
  })

  it('is looked up once for a request: the address that was checked is the one that is connected to', async () => {
    const names = await startNameServer([['192.0.43.10'], ['127.0.0.1']])
    const outgoing = new OutgoingHttp([], names.lookUp)
    const impatient = { ...request, timeoutMs: 300 }
    await expect(outgoing.send(`https://rebinding.example:${port}/`, impatient)).rejects.toThrow()
    expect([names.asked(), connections]).toEqual([1, 0])
    names.close()
  })

  it('that leads outward and inward at once is never connected to inward', async () => {
    const names = await startNameServer([['127.0.0.1', '192.0.43.10', '169.254.169.254']])
    const outgoing = new OutgoingHttp([], names.lookUp)
    const impatient = { ...request, timeoutMs: 300 }
    await expect(outgoing.send(`https://both.example:${port}/`, impatient)).rejects.toThrow()
    expect(connections).toBe(0)
    names.close()
  })
})

describe('a host that the operator allows', () => {
  it('is sent to by http; where it leads is not followed, and only the beginning of a body is read', async () => {
    const outgoing = new OutgoingHttp([`127.0.0.1:${port}`])
    const response = await outgoing.send(`http://127.0.0.1:${port}/moved`, request)
    expect(response.status).toBe(302)
    const small = { method: 'POST', headers: {}, timeoutMs: 2000, maxBytes: 5 }
    await expect(outgoing.send(`http://127.0.0.1:${port}/`, small)).rejects.toThrow('too large')
    await expect(outgoing.check(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow(AddressRefused)
  })
})
