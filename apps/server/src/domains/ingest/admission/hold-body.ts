import type { IncomingMessage } from 'node:http'
import type { ByteBudget, Holding } from '../../../lib/byte-budget.ts'
import { overloaded } from './refusals.ts'

/** Begins a body whose bytes are taken as it arrives. Until then it may have to give way to one of another sender. */
export function holdBody(budget: ByteBudget, sender: number | string, request: IncomingMessage): Holding {
  return budget.hold(sender, () => {
    if (request.complete || request.listenerCount('error') === 0) return false
    // Fails the reading of the body as a broken connection does; its reader responds.
    request.emit('error', overloaded())
    return true
  })
}
