import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { consoleBreadcrumbs } from './console.ts'
import { TestClient } from './testing/client.ts'

const printed: unknown[][] = []
let test: TestClient
let undo: (() => void)[]

beforeEach(() => {
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((...words) => void printed.push(words))
  test = new TestClient({ scrubKeys: /^shoe$/ })
  undo = [consoleBreadcrumbs.install(test.client)].flat() as (() => void)[]
})

afterEach(() => {
  for (const one of undo) one()
  vi.restoreAllMocks()
})

async function noted() {
  test.client.captureException(new Error('x'))
  await test.client.flush()
  return test.events[0]!.breadcrumbs?.map(({ message }) => message)
}

it('notes what is printed without secrets, those of scrubKeys included, and prints it as it is', async () => {
  const given = ['bought', { shoe: 'hidden', pin: 'hidden', size: 42 }, new TypeError('late')]
  console.log(...given)
  expect(await noted()).toEqual(['bought {"shoe":"[scrubbed]","pin":"[scrubbed]","size":42} TypeError: late'])
  expect(printed).toEqual([given])
})

it('reads no more of what is printed than it shows', async () => {
  let asked = 0
  const counted = () => Object.defineProperty({}, 'a', { enumerable: true, get: () => (asked += 1) })
  console.log(Array.from({ length: 90 }, counted))
  expect(asked).toBeLessThan(60)
  expect((await noted())![0]).toHaveLength(300)
})

it('notes what is printed after something could not be noted', async () => {
  vi.spyOn(test.client, 'addBreadcrumb').mockImplementationOnce(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  console.log('deep')
  console.log('shallow')
  expect(await noted()).toEqual(['shallow'])
  expect(printed).toEqual([['deep'], ['shallow']])
})
