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
  undo = [consoleBreadcrumbs.install!(test.client)].flat() as (() => void)[]
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

it('records output without secrets, those of scrubKeys included, and prints it unchanged', async () => {
  const given = ['bought', { shoe: 'hidden', pin: 'hidden', size: 42 }, new TypeError('late')]
  console.log(...given)
  expect(await noted()).toEqual(['bought {"shoe":"[scrubbed]","pin":"[scrubbed]","size":42} TypeError: late'])
  expect(printed).toEqual([given])
})

it('reads no more of the output than it records', async () => {
  let asked = 0
  const getOwnPropertyDescriptor: typeof Reflect.getOwnPropertyDescriptor = (...given) => {
    asked += 1
    return Reflect.getOwnPropertyDescriptor(...given)
  }
  const counted = () => new Proxy({ a: 1 }, { getOwnPropertyDescriptor })
  console.log(Array.from({ length: 90 }, counted))
  // Names and value are each read once.
  expect(asked).toBeLessThan(120)
  expect((await noted())![0]).toHaveLength(300)
})

it('calls no getter of printed values', async () => {
  const called: string[] = []
  class Lazy {
    get type() {
      return called.push('type')
    }
    get headers() {
      return called.push('headers')
    }
  }
  const own = Object.defineProperties(new Lazy(), {
    size: { enumerable: true, value: 1 },
    lines: { enumerable: true, get: () => called.push('lines') },
  })
  console.log(own, [own], {
    data: 'hidden',
    headers: {},
    status: 404,
    get url() {
      return called.push('url')
    },
  })
  expect(await noted()).toEqual(['{"size":1,"lines":"[getter]"} [{"size":1,"lines":"[getter]"}] {"status":404}'])
  expect(called).toEqual([])
})

it('says which event is printed', async () => {
  console.log(new Event('click'))
  expect(await noted()).toEqual(['Event click'])
})

it('records output after a failure to record', async () => {
  vi.spyOn(test.client, 'addBreadcrumb').mockImplementationOnce(() => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  console.log('deep')
  console.log('shallow')
  expect(await noted()).toEqual(['shallow'])
  expect(printed).toEqual([['deep'], ['shallow']])
})
