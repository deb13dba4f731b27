import type { Client } from './runtime.ts'
import type { StoredEvent } from './store.ts'

/** Ends waiting for repeats and details, and returns what is unconfirmed, for a caller that sends it by other means. */
export function drain(client: Client): StoredEvent[] {
  const { queue, runtime, guard, releaseHeld } = client
  queue.isEnding = true
  releaseHeld(true)
  guard(() => runtime.enrich?.settleNow())
  queue.isEnding = false
  return queue.unsent()
}
