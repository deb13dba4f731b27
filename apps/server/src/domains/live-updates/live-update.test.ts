import { expect, it } from 'vitest'
import { LiveUpdateSum } from './live-update.ts'

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const hex = (n: number) => uuid(n).replaceAll('-', '')

it('a repeated change is published once, with the latest totals', () => {
  const sum = new LiveUpdateSum()
  sum.add('created', { projectId: 1, issueId: uuid(1) })
  sum.add('created', { projectId: 1, issueId: hex(1) })
  sum.addReceived({ projectId: 1, issueId: uuid(1) }, 1, 100)
  sum.addReceived({ projectId: 1, issueId: uuid(1) }, 5, 200)
  sum.add('updated', { projectId: 2, issueId: uuid(2) })
  expect(sum.toUpdate()).toEqual({ 1: { created: [hex(1)], received: [[hex(1), 5, 200]] }, 2: { updated: [hex(2)] } })
})

it('sums can be added to sums', () => {
  const [first, second, all] = [new LiveUpdateSum(), new LiveUpdateSum(), new LiveUpdateSum()]
  first.add('regressed', { projectId: 1, issueId: uuid(1) })
  second.addReceived({ projectId: 1, issueId: uuid(1) }, 2, 3)
  all.addAll(JSON.parse(JSON.stringify(first.toUpdate())))
  all.addAll(JSON.parse(JSON.stringify(second.toUpdate())))
  expect(all.toUpdate()).toEqual({ 1: { regressed: [hex(1)], received: [[hex(1), 2, 3]] } })
})

it('lists a hundred issues of a kind, and marks that there are more', () => {
  const sum = new LiveUpdateSum()
  for (let n = 0; n < 100; n++) sum.addReceived({ projectId: 1, issueId: uuid(n) }, 1, 1)
  expect(sum.toUpdate()['1']?.isCut).toBeUndefined()
  for (let n = 0; n < 10_000; n++) {
    sum.addReceived({ projectId: 1, issueId: uuid(n) }, 1, 1)
    sum.add('updated', { projectId: 1, issueId: uuid(n) })
  }
  const update = sum.toUpdate()['1']!
  expect([update.received?.length, update.updated?.length, update.isCut]).toEqual([100, 100, true])
  const again = new LiveUpdateSum()
  again.addAll({ 1: update })
  expect(again.toUpdate()['1']?.isCut).toBe(true)
})
