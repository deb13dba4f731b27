import { setTimeout as pause } from 'node:timers/promises'
import { isAway } from '@bugle/api-client'

const waitMs = { first: 500, longest: 15_000 }

/**
 * Reads from the server for a command that runs until it is interrupted: while the server is away, it reads again.
 *
 * @param signal ends the waiting
 * @throws whatever the server refuses the read with
 */
export async function untilThere<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  for (let ms = waitMs.first; ; ms = Math.min(waitMs.longest, 2 * ms)) {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted || !isAway(error)) throw error
    }
    await pause(ms, undefined, { signal }).catch(() => {})
  }
}
