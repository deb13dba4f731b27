import { expect, it } from 'vitest'
import { DecodeTurns } from './decode-turns.ts'

/** Work that ends when the test says so. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { work: () => ended, end }
}

it('one piece is worked on at a time, next that of whoever has had the least', async () => {
  const turns = new DecodeTurns()
  const order: string[] = []
  const first = held()
  const began = turns.take(0, first.work)
  const others = (
    [
      ['costly', 700],
      ['fresh', 0],
      ['expensive', 40],
      ['fresh too', 0],
    ] as const
  ).map(([name, spentMs]) => turns.take(spentMs, async () => order.push(name)))
  expect(order).toEqual([])
  first.end()
  await Promise.all([began, ...others])
  expect(order).toEqual(['fresh', 'fresh too', 'expensive', 'costly'])
})

it('a piece that fails gives its turn on', async () => {
  const turns = new DecodeTurns()
  const failing = turns.take(0, () => Promise.reject(new Error('no brotli')))
  const next = turns.take(0, async () => {})
  await expect(failing).rejects.toThrow('no brotli')
  expect(await next).toBeGreaterThanOrEqual(0)
  expect(await turns.take(0, async () => {})).toBeGreaterThanOrEqual(0)
})
