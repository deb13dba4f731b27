import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type Account, type Project, request } from '../harness/account.ts'
import type { BuiltServer } from '../harness/built-server.ts'

/** How a list was shown while it scrolled. */
export interface Blanks {
  seconds: number
  pixels: number
  frames: number
  /** Frames in which a row's height or more of the list showed no row. */
  blank: number
  /** From the last full frame before the longest blank to the last one in it. */
  longestBlankMs: number
  longestFrameMs: number
}

/** Sends an event for each of many issues, and waits until all of them are listed. */
export async function sendIssues(
  server: BuiltServer,
  account: Account,
  { ingestToken, app_id }: Project,
  count: number,
): Promise<void> {
  const send = async (number: number) => {
    // Letters alone: issues whose names differ in a number only are one.
    const name = `step${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
    const response = await fetch(`${server.url}/ingest`, {
      method: 'POST',
      headers: { 'x-service-token': ingestToken, 'content-type': 'application/json' },
      body: JSON.stringify({
        exception_type: ['TypeError', 'RangeError', 'PaymentError'][number % 3],
        message: `Cannot read properties of undefined (reading '${name}')`,
        platform: 'node',
        app_id,
        stack: `TypeError: no total\n    at ${name} (/srv/shop/checkout/${name}.js:118:24)`,
      }),
    })
    if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
  }
  for (let number = 0; number < count; number += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - number) }, (_, index) => send(number + index)))
  const listed = async () => (await request(account, 'GET', '/api/issues?limit=1')).status_counts.unresolved
  for (let polls = 0; (await listed()) < count; polls += 1) {
    if (polls === 120) throw new Error(`only ${await listed()} of ${count} issues are listed`)
    await setTimeout(500)
  }
}

/**
 * Compares, at the beginning of each frame, the place that the list has scrolled to with the rows that were there at the end of the
 * frame before: while a frame takes long, a list scrolls on over what was painted.
 */
const watch = `(() => {
  // The list of another tab may be there too, hidden.
  const rowsIn = (one) => [...one.querySelectorAll('[role=link][aria-label*="Error"]')]
  let list = rowsIn(document).find((row) => row.checkVisibility({ visibilityProperty: true }))
  while (!/auto|scroll/.test(getComputedStyle(list).overflowY)) list = list.parentElement
  const seen = { frames: 0, blank: 0, longestBlankMs: 0, longestFrameMs: 0 }
  let painted = { top: 0, bottom: Number.POSITIVE_INFINITY }
  let lastFull = performance.now()
  let lastFrame = lastFull
  const paint = () => {
    const start = list.getBoundingClientRect().top - list.scrollTop
    // Rows are in their order. Measuring each of them was a tenth of all the work.
    const rows = rowsIn(list)
    const top = rows[0].getBoundingClientRect().top - start
    // Above the first row is the line of choices.
    painted = { top: top < 200 ? 0 : top, bottom: rows.at(-1).getBoundingClientRect().bottom - start }
  }
  const frame = () => {
    const now = performance.now()
    seen.frames += 1
    seen.longestFrameMs = Math.max(seen.longestFrameMs, now - lastFrame)
    lastFrame = now
    const { scrollTop, clientHeight, scrollHeight } = list
    // A row's height may be missing; at the end is the sign that more are loaded.
    const isFull =
      scrollTop >= painted.top - 84 &&
      (scrollTop + clientHeight <= painted.bottom + 84 || scrollTop + clientHeight > scrollHeight - 90)
    if (isFull) lastFull = now
    else {
      seen.blank += 1
      seen.longestBlankMs = Math.max(seen.longestBlankMs, now - lastFull)
    }
    // After everything else of this frame.
    setTimeout(paint)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  window.seenOfList = () => {
    const { scrollTop, clientHeight, scrollHeight } = list
    return { ...seen, pixels: scrollTop, rest: scrollHeight - clientHeight - scrollTop }
  }
})()`

/** Scrolls to the end of the list, as fast as a swipe, while its pages are loaded. */
export async function blanksOf(page: Page, speed = 4000): Promise<Blanks> {
  await page.evaluate(watch)
  const session = await page.context().newCDPSession(page)
  const began = performance.now()
  const rest = () => page.evaluate<number>('window.seenOfList().rest')
  for (let tries = 0; tries < 20; ) {
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 600,
      yDistance: -4000,
      speed,
      // With `touch` this Chromium sends no moves, but a long press.
      gestureSourceType: 'mouse',
    })
    tries = 0
    // At the end of the rows; more may be on their way.
    while ((await rest()) <= 2 && tries < 20) {
      await setTimeout(100)
      tries += 1
    }
  }
  const seen = await page.evaluate<Omit<Blanks, 'seconds'>>('window.seenOfList()')
  if (seen.pixels === 0) throw new Error('the list did not scroll: another one is watched')
  const { pixels, frames, blank, longestBlankMs, longestFrameMs } = seen
  const rounded = Object.fromEntries(
    Object.entries({ pixels, frames, blank, longestBlankMs, longestFrameMs }).map(([name, value]) => [
      name,
      Math.round(value),
    ]),
  ) as unknown as Omit<Blanks, 'seconds'>
  return { seconds: Math.round((performance.now() - began) / 1000), ...rounded }
}
