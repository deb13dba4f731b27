import { beforeEach, expect, it } from 'vitest'
import type { KnownToken } from '../admission/index.ts'
import { ReportFolds } from './report-folds.ts'

const token = { projectId: 1, tokenId: 1 } as KnownToken
const report = (key = 'csp', repeat = 1) => ({ sent: { key }, received: undefined, key, repeat })
let now: number
let stored: [key: string, repeat: number][]
let isAway: boolean
let folds: ReportFolds

beforeEach(() => {
  now = 600_000
  stored = []
  isAway = false
  folds = new ReportFolds({
    now: () => new Date(now),
    store: async ({ key, repeat }) => {
      if (!isAway) stored.push([key, repeat])
      return !isAway
    },
  })
})

it('the first of its kind is stored, those of the next minute are folded', async () => {
  expect([folds.take(report(), token), folds.take(report('other'), token)]).toEqual(['store', 'store'])
  for (const repeat of [1, 2, 3]) expect(folds.take(report('csp', repeat), token)).toBe('folded')
  now += 59_999
  await folds.storeDue()
  expect(stored).toEqual([])
  now += 1
  await folds.storeDue()
  expect(stored).toEqual([['csp', 6]])
  expect(folds.take(report(), token)).toBe('folded')
  await folds.close()
  expect(stored).toEqual([
    ['csp', 6],
    ['csp', 1],
  ])
})

it('one that comes after a quiet minute is stored at once', async () => {
  folds.take(report(), token)
  now += 60_000
  await folds.storeDue()
  expect(folds.take(report(), token)).toBe('store')
  expect(stored).toEqual([])
})

it('they are kept while the database is away, and stored in events of at most ten thousand', async () => {
  folds.take(report(), token)
  folds.take(report('csp', 25_000), token)
  now += 60_000
  isAway = true
  await folds.storeDue()
  isAway = false
  for (let minute = 0; minute < 4; minute++) {
    now += 60_000
    await folds.storeDue()
  }
  expect(stored).toEqual([
    ['csp', 10_000],
    ['csp', 10_000],
    ['csp', 5000],
  ])
})

it('a hundred events of a project in a minute are enough', () => {
  const decided = Array.from({ length: 150 }, (_, index) => folds.take(report(String(index)), token))
  expect(decided.filter((one) => one === 'store')).toHaveLength(100)
  expect(folds.take(report('x'), { ...token, projectId: 2 })).toBe('store')
  now += 60_000
  expect(folds.take(report('149'), token)).toBe('store')
})

it('releases and projects are apart', () => {
  const of = (release: string) => ({ ...report(), sent: { release } })
  expect(folds.take(of('1'), token)).toBe('store')
  expect(folds.take(of('2'), token)).toBe('store')
  expect(folds.take(of('1'), { ...token, projectId: 2 })).toBe('store')
  expect(folds.take(of('1'), token)).toBe('folded')
})
