import { AddressRefused, type OutgoingHttp } from '../adapters/outgoing-http.ts'
import type { Config } from '../config.ts'
import type { SendRequest } from '../domains/channels/index.ts'

const timeoutMs = 10_000
/** Services say why they refuse in their first words. */
const maxBytes = 64 * 1024

/** Loaded with the first channel, because most processes send to none. */
function outgoingOf({ BUGLE_OUTGOING_ALLOW: allowed }: Config): () => Promise<OutgoingHttp> {
  let made: Promise<OutgoingHttp> | undefined
  return () => (made ??= import('../adapters/outgoing-http.ts').then(({ OutgoingHttp }) => new OutgoingHttp(allowed)))
}

/** Creates what sends messages to channels. */
export function channelSenderOf(config: Config): SendRequest {
  const outgoing = outgoingOf(config)
  return async ({ url, method, headers, body }) => {
    const client = await outgoing()
    try {
      const response = await client.send(url, { method, headers, body, timeoutMs, maxBytes })
      return { status: response.status, headers: response.headers, body: response.body.toString('utf8') }
    } catch (error) {
      throw new Error(error instanceof AddressRefused ? `The address ${error.message}.` : 'The service did not answer.')
    }
  }
}

/** Creates what checks the address of a channel. */
export function addressCheckOf(config: Config): (address: string) => Promise<string | undefined> {
  const outgoing = outgoingOf(config)
  return async (address) => {
    try {
      await (await outgoing()).check(address)
      return undefined
    } catch (error) {
      if (error instanceof AddressRefused) return error.message
      throw error
    }
  }
}
