import { expect, it } from 'vitest'
import { NewsSum } from './news.ts'

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const hex = (n: number) => uuid(n).replaceAll('-', '')

it('what happens twice is told once, with the latest totals', () => {
  const sum = new NewsSum()
  sum.add('created', { projectId: 1, issueId: uuid(1) })
  sum.add('created', { projectId: 1, issueId: hex(1) })
  sum.received({ projectId: 1, issueId: uuid(1) }, 1, 100)
  sum.received({ projectId: 1, issueId: uuid(1) }, 5, 200)
  sum.add('updated', { projectId: 2, issueId: uuid(2) })
  expect(sum.toNews()).toEqual({ 1: { created: [hex(1)], received: [[hex(1), 5, 200]] }, 2: { updated: [hex(2)] } })
})

it('sums of sums are sums', () => {
  const [first, second, all] = [new NewsSum(), new NewsSum(), new NewsSum()]
  first.add('regressed', { projectId: 1, issueId: uuid(1) })
  second.received({ projectId: 1, issueId: uuid(1) }, 2, 3)
  all.addAll(JSON.parse(JSON.stringify(first.toNews())))
  all.addAll(JSON.parse(JSON.stringify(second.toNews())))
  expect(all.toNews()).toEqual({ 1: { regressed: [hex(1)], received: [[hex(1), 2, 3]] } })
})

it('names a hundred issues of a kind, and says when there are more', () => {
  const sum = new NewsSum()
  for (let n = 0; n < 100; n++) sum.received({ projectId: 1, issueId: uuid(n) }, 1, 1)
  expect(sum.toNews()['1']?.isCut).toBeUndefined()
  for (let n = 0; n < 10_000; n++) {
    sum.received({ projectId: 1, issueId: uuid(n) }, 1, 1)
    sum.add('updated', { projectId: 1, issueId: uuid(n) })
  }
  const news = sum.toNews()['1']!
  expect([news.received?.length, news.updated?.length, news.isCut]).toEqual([100, 100, true])
  const again = new NewsSum()
  again.addAll({ 1: news })
  expect(again.toNews()['1']?.isCut).toBe(true)
})
