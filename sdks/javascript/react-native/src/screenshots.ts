import type { BugleEvent, Enrich } from '@bugle/core'
import { behindMasks } from './mask.ts'
import type { Native } from './native.ts'

/** `captureScreen` of react-native-view-shot, or anything of its shape: resolves with a JPEG in base64. */
export type TakeScreenshot = (options: { format: 'jpg'; quality: number; result: 'base64' }) => Promise<string>

const timeoutMs = 1500
const pauseMs = 10_000
/** The first bytes of a JPEG in base64. */
const jpeg = /^\/9j\//

/**
 * Adds a screenshot to errors, at most one in ten seconds. Fatal errors are not delayed for one, and in the background
 * there is none. Views inside a `Mask` are covered; if a cover cannot be drawn in time, no screenshot is sent.
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
    add(event, passOn) {
      if (!isWanted(event)) return passOn(event)
      takenAt = Date.now()
      let isPassedOn = false
      const finish = () => {
        if (isPassedOn) return
        isPassedOn = true
        waiting.delete(finish)
        passOn(event)
      }
      // The event goes out in either case.
      waiting.set(finish, picture(event).then(finish, finish))
    },
    settled: () => Promise.all(waiting.values()),
    settleNow: () => {
      for (const finish of [...waiting.keys()]) finish()
    },
  }
}
