import { expect, it } from 'vitest'
import { KeyedSemaphore } from './keyed-semaphore.ts'

/** Lets all promises that are settled go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('runs a number of each key at once, the rest in the order they came', async () => {
  const semaphore = new KeyedSemaphore({ atOnce: 2, waiting: 10 })
  const began: string[] = []
  const begin = async (key: string, name: string) => {
    await semaphore.enter(key)
    began.push(name)
  }
  for (const name of ['a1', 'a2', 'a3', 'a4']) void begin('a', name)
  await begin('b', 'b1')
  expect(began).toEqual(['a1', 'a2', 'b1'])
  semaphore.leave('a')
  await turn()
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3'])
  semaphore.leave('a')
  semaphore.leave('a')
  await turn()
  expect(began.at(-1)).toBe('a4')
  semaphore.leave('a')
  await begin('a', 'a5')
  expect(began.at(-1)).toBe('a5')
})

it('lets a number of each key wait', async () => {
  const semaphore = new KeyedSemaphore({ atOnce: 1, waiting: 1 })
  await semaphore.enter('a')
  expect(semaphore.hasRoom('a')).toBe(true)
  void semaphore.enter('a')
  expect([semaphore.hasRoom('a'), semaphore.hasRoom('b')]).toEqual([false, true])
})
