import { expect, it } from 'vitest'
import { FairTurns, type FairTurnsOptions } from './fair-turns.ts'

const turnsOf = (change: Partial<FairTurnsOptions> = {}) =>
  new FairTurns({
    atOnce: 1,
    waitMs: 60_000,
    waitingEach: 10,
    perMinute: 1000,
    ...change,
    refusal: (ms) => new Error(`in ${ms} ms`),
  })
/** Work that ends when the test says so. */
const held = () => {
  let end = () => {}
  const work = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => work }
}

it('serves next whoever has had the least, however long the others have waited', async () => {
  const turns = turnsOf()
  const first = held()
  const served: string[] = []
  const all = [turns.run('loop', first.work)]
  for (let n = 0; n < 5; n++) all.push(turns.run('loop', async () => void served.push('loop')))
  all.push(turns.run('bystander', async () => void served.push('bystander')))
  first.end()
  await Promise.all(all)
  expect(served).toEqual(['bystander', 'loop', 'loop', 'loop', 'loop', 'loop'])
})

it('serves preferred work first, and within it whoever has had the least', async () => {
  const turns = turnsOf()
  const first = held()
  const served: string[] = []
  const all = [turns.run('loop', first.work)]
  for (const name of ['stranger 1', 'stranger 2']) all.push(turns.run(name, async () => void served.push(name)))
  for (const name of ['known', 'known']) all.push(turns.run(name, async () => void served.push(name), true))
  all.push(turns.run('owner', async () => void served.push('owner'), true))
  first.end()
  await Promise.all(all)
  expect(served).toEqual(['owner', 'known', 'known', 'stranger 1', 'stranger 2'])
})

it('lets only a few pieces of work of one client wait, and those of others regardless', async () => {
  const turns = turnsOf({ waitingEach: 2 })
  const first = held()
  const all = [turns.run('loop', first.work), turns.run('loop', async () => {}), turns.run('loop', async () => {})]
  await expect(turns.run('loop', async () => {})).rejects.toThrow('in 60000 ms')
  all.push(turns.run('bystander', async () => {}))
  first.end()
  await Promise.all(all)
})

it('gives a client a number of turns a minute, and starts over after it', async () => {
  let now = 0
  const turns = turnsOf({ perMinute: 3, now: () => now })
  for (let n = 0; n < 3; n++) await turns.run('a', async () => {})
  await expect(turns.run('a', async () => {})).rejects.toThrow('in 60000 ms')
  await turns.run('b', async () => {})
  now = 60_000
  await turns.run('a', async () => {})
})

it('passes on the turn of work that fails', async () => {
  const turns = turnsOf()
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await turns.run('a', async () => {})
})
