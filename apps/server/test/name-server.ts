import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import type { AddressInfo } from 'node:net'
import type { LookUpAll } from '../src/adapters/outgoing-http.ts'

export interface NameServer {
  /** Finds addresses by asking this server over the network, as a system with this server in its settings does. */
  lookUp: LookUpAll
  /** Questions for addresses so far. */
  asked: () => number
  close: () => void
}

/**
 * A DNS server (RFC 1035) that answers each question for an IPv4 address with the next of these, which nobody may keep (TTL
 * 0); the last one stays. Rebinding works so: the name is public while it is checked, and leads inward when it is used.
 *
 * @param addresses answers in turn, each one or several addresses
 */
export async function startNameServer(addresses: readonly (readonly string[])[]): Promise<NameServer> {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, { port, address }) => {
    // After a header of 12 bytes the name, which ends with a zero, then type and class.
    const end = question.indexOf(0, 12) + 5
    const isIPv4 = question.readUInt16BE(end - 4) === 1
    const found = isIPv4 ? addresses[Math.min(asked++, addresses.length - 1)]! : []
    socket.send(responseTo(question.subarray(0, end), found), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`])
  return {
    lookUp: (host, _options, done) =>
      resolver.resolve4(host, (error, found = []) =>
        done(
          error,
          found.map((address) => ({ address, family: 4 })),
        ),
      ),
    asked: () => asked,
    close: () => socket.close(),
  }
}

function responseTo(question: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180, 2) // a response, without an error
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8) // no further records
  const answers = addresses.map((address) => {
    const record = Buffer.alloc(16)
    record.writeUInt16BE(0xc00c, 0) // the name of the question
    record.writeUInt16BE(1, 2) // A
    record.writeUInt16BE(1, 4) // IN
    record.writeUInt32BE(0, 6) // TTL
    record.writeUInt16BE(4, 10)
    record.set(address.split('.').map(Number), 12)
    return record
  })
  return Buffer.concat([head, ...answers])
}
