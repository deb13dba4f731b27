import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FailureLog } from './failure-log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function logged() {
  const lines: [level: string, text: string, fields: Record<string, unknown>][] = []
  const write = (level: string) => (fields: object, text: string) => void lines.push([level, text, { ...fields }])
  const isAway = (error: unknown) => (String(error).includes('away') ? 'the database is away' : undefined)
  const failures = new FailureLog({ log: { warn: write('warn'), info: write('info') }, stateOf: isAway })
  return { failures, lines }
}

it('a state is a line when it begins, one a minute while it lasts, and one when it is over', () => {
  const { failures, lines } = logged()
  const report = failures.reporter('mails wait')
  const error = new Error('refused')
  for (let ms = 0; ms < 125_000; ms += 100, vi.advanceTimersByTime(100)) report(error)
  vi.advanceTimersByTime(30_000)
  expect(lines.map(([level, text, { failures: count }]) => [level, text, count])).toEqual([
    ['warn', 'mails wait', undefined],
    ['warn', 'still: mails wait', expect.any(Number)],
    ['warn', 'still: mails wait', expect.any(Number)],
    ['info', 'over: mails wait', 1250],
  ])
  expect(lines[0]![2].err).toBe(error)
  report(error)
  expect(lines).toHaveLength(5)
})

it('what fails because the same dependency is away is one state', () => {
  const { failures, lines } = logged()
  for (const what of ['titles wait', 'counts wait', 'mails wait']) failures.reporter(what)(new Error('it is away'))
  expect(lines.map(([, text, { consequence }]) => [text, consequence])).toEqual([
    ['the database is away', 'titles wait'],
  ])
})

it('another cause is another state, and endlessly many causes are a bounded number of lines', () => {
  const { failures, lines } = logged()
  const report = failures.reporter('mails wait')
  report(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
  report(Object.assign(new Error('refused again'), { code: 'ECONNREFUSED' }))
  report(Object.assign(new Error('bad login'), { code: 'EAUTH' }))
  expect(lines).toHaveLength(2)
  for (let n = 0; n < 1000; n++) report(new Error(`cause ${n}`))
  expect(lines.length).toBeLessThan(110)
})
