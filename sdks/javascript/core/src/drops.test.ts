import { expect, it } from 'vitest'
import { createDrops } from './drops.ts'

it('reports drops once, by reason, at most twenty per event', () => {
  const drops = createDrops()
  for (let i = 0; i < 25; i += 1) drops.add(`reason ${i}`, 2)
  drops.add('reason 0')
  const taken = drops.take()
  expect(taken).toHaveLength(20)
  expect(taken[0]).toEqual({ reason: 'reason 0', count: 3 })
  expect(taken.at(-1)).toEqual({ reason: 'other', count: 12 })
  expect(drops.take()).toEqual([])
})

it('counts an event as often as it stands for, and keeps the counts it carried', () => {
  const drops = createDrops()
  drops.addEvent('queue_full', JSON.stringify({ repeat: 7, client_drops: [{ reason: 'ignored', count: 2 }] }))
  drops.addEvent('queue_full', JSON.stringify({}))
  expect(drops.take()).toEqual([
    { reason: 'queue_full', count: 8 },
    { reason: 'ignored', count: 2 },
  ])
})
