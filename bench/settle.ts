import { pause } from '../e2e/harness/built-server.ts'
import { spentSince, totalOf } from './measure.ts'
import type { Subject } from './subject.ts'

const lookMs = 5000
/** Share of one core. */
const stillShare = 0.08
const timeoutMs = 600_000

/**
 * Waits until the installation is nearly idle and the work caused by filling it (packing, vacuums, table statistics) is
 * done, as on a day with a hundredth of the events.
 */
export async function settle(subject: Subject): Promise<void> {
  const until = performance.now() + timeoutMs
  for (let quietLooks = 0; quietLooks < 3; ) {
    if (performance.now() > until) throw new Error('the installation does not come to rest')
    const before = subject.cpu()
    await pause(lookMs)
    const share = totalOf(spentSince(before, subject.cpu())) / (lookMs * 1000)
    quietLooks = share < stillShare ? quietLooks + 1 : 0
  }
}
