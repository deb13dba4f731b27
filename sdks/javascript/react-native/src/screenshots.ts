import type { BugleEvent, Enrich } from '@bugle/core'
import { behindMasks } from './mask.ts'
import type { Native } from './native.ts'

/** `captureScreen` of react-native-view-shot, or anything of its shape: resolves with a JPEG as base64. */
export type TakeScreenshot = (options: { format: 'jpg'; quality: number; result: 'base64' }) => Promise<string>

const timeoutMs = 1500
const pauseMs = 10_000
/** How a JPEG begins, in base64. */
const jpeg = /^\/9j\//

/**
 * Adds a picture of the screen to errors, at most one in ten seconds. A fatal error is not held up for it, and in the
 * background there is nothing to see. What is covered by a `Mask` is not in it: where a cover cannot be drawn in time,
 * there is no picture at all.
 */
export function screenshots(take: TakeScreenshot, { AppState }: Pick<Native, 'AppState'>): Enrich {
  const waiting = new Map<() => void, Promise<void>>()
  let takenAt = Number.NEGATIVE_INFINITY

  const isWanted = ({ level, screenshot }: BugleEvent) =>
    level === 'error' &&
    screenshot === undefined &&
    waiting.size === 0 &&
    Date.now() - takenAt >= pauseMs &&
    (AppState.currentState ?? 'active') === 'active'

  const picture = async (event: BugleEvent) => {
    const text = await behindMasks(() => take({ format: 'jpg', quality: 0.5, result: 'base64' }), timeoutMs)
    const data = text.replace(/\s+/g, '')
    if (jpeg.test(data)) event.screenshot = data
  }

  return {
    add(event, handOn) {
      if (!isWanted(event)) return handOn(event)
      takenAt = Date.now()
      let isHandedOn = false
      const finish = () => {
        if (isHandedOn) return
        isHandedOn = true
        waiting.delete(finish)
        handOn(event)
      }
      // Without a picture it goes all the same.
      waiting.set(finish, picture(event).then(finish, finish))
    },
    settled: () => Promise.all(waiting.values()),
    settleNow: () => {
      for (const finish of [...waiting.keys()]) finish()
    },
  }
}
