import type { FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'

/** Origin of a request, as shown in an account's audit trail and list of sessions. */
export interface Origin {
  /** Address as limits count it, see addressOf. */
  address: string
  /** Device that the client claims to be. */
  device: string | null
  /** Session of the request, if any. */
  tokenId: number | null
}

export function originOf(request: FastifyRequest): Origin {
  return {
    address: addressOf(request.ip),
    device: request.headers['user-agent']?.slice(0, 200) ?? null,
    tokenId: request.caller === undefined || request.caller.kind === 'api' ? null : request.caller.tokenId,
  }
}
