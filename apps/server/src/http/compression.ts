import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** A response below this size fits into a packet or two without compression. */
const minBytes = 1400

/**
 * In order of preference. Brotli runs at a quick level: at its default one, a page of issues would take fifty times as
 * long to become a fifth smaller.
 */
const codings = [
  {
    name: 'br',
    compress: (body: string) =>
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quickBrotli } }),
  },
  { name: 'gzip', compress: (body: string) => promisify(gzip)(body) },
]
const quickBrotli = 4

/** Compresses JSON responses above a minimum size, off the main thread. Streams and files are sent as they are. */
export function compressResponses(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minBytes || !isJson(reply.getHeader('content-type')))
      return payload
    reply.header('vary', 'accept-encoding')
    const accepted = request.headers['accept-encoding'] ?? ''
    const coding = codings.find(({ name }) => acceptsCoding(accepted, name))
    if (coding === undefined || reply.hasHeader('content-encoding')) return payload
    reply.header('content-encoding', coding.name).removeHeader('content-length')
    return coding.compress(payload)
  })
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && /^application\/([\w.-]+\+)?json\b/.test(type)
}

/** Whether an Accept-Encoding header names a coding, with a weight above zero if it has one. */
export function acceptsCoding(header: string, coding: string): boolean {
  return header.split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim())
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
