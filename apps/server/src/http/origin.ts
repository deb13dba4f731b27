import type { FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'

/** Where a request came from, as an account's trail and list of sessions show it. */
export interface Origin {
  /** By which limits count, see addressOf. */
  address: string
  /** What the client says it is. */
  device: string | null
  /** The session it was sent with, if any. */
  tokenId: number | null
}

export function originOf(request: FastifyRequest): Origin {
  return {
    address: addressOf(request.ip),
    device: request.headers['user-agent']?.slice(0, 200) ?? null,
    tokenId: request.caller === undefined || request.caller.kind === 'api' ? null : request.caller.tokenId,
  }
}
