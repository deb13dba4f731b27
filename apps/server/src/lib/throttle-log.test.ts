import { expect, it } from 'vitest'
import { throttled } from './throttle-log.ts'

it('passes on the first report, then one per interval with the number of those left out', () => {
  let now = 0
  const lines: [string, number][] = []
  const report = throttled((text: string, left) => lines.push([text, left]), { everyMs: 100, now: () => now })
  for (; now < 250; now += 10) report(`at ${now}`)
  expect(lines).toEqual([
    ['at 0', 0],
    ['at 100', 9],
    ['at 200', 9],
  ])
})
