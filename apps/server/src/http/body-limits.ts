import { type Readable, Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteBudget, Holding } from '../lib/byte-budget.ts'
import type { FairTurns } from '../lib/fair-turns.ts'
import { Refusal } from '../refusal.ts'
import { addressOf } from './address.ts'

/** Bounds for bodies that are in memory as a whole, shared fairly between callers. */
export interface BodyLimits {
  /** Memory that bodies take as they arrive, until they are processed. */
  budget: ByteBudget
  /** Turns in which they are processed. */
  turns: FairTurns
}

/**
 * Takes memory for a body as it arrives, whatever length it announces. One that does not fit is refused, and so is one that
 * has to give way to a caller who holds less.
 */
export function holdBody(
  budget: ByteBudget,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
): Readable {
  // The client may have disconnected while it was identified: nothing would release what it holds.
  if (reply.raw.destroyed) throw overloaded()
  const { raw, headers } = request
  const sender = senderOf(request)
  if (!budget.fits(sender, Number(headers['content-length'] ?? 0))) throw overloaded()
  const held = budget.hold(sender, () => {
    if (!raw.complete) counted.destroy(overloaded())
    return !raw.complete
  })
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      if (held.take(chunk.length)) done(null, chunk)
      else done(overloaded())
    },
  })
  request.heldBody = held
  reply.raw.once('close', () => held.release())
  payload.once('error', (error: Error) => counted.destroy(error))
  return payload.pipe(counted)
}

/** Processes a body that has arrived in a turn of its sender, and gives its memory back. */
export async function processBody<T>(
  { turns }: BodyLimits,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await turns.run(senderOf(request), work)
  } finally {
    // Not when the response is done: a client that does not read would keep the memory.
    request.heldBody?.release()
  }
}

function senderOf({ caller, ip }: FastifyRequest): string {
  return caller?.userId ?? addressOf(ip)
}

function overloaded(): Refusal {
  return new Refusal('overloaded', { retryAfterSeconds: 1 })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a body with `bodies` limits is in memory. */
    heldBody?: Holding
  }
}
