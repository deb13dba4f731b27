import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TestClient } from './testing/client.ts'

const page = globalThis as { __bugleDebugIds?: unknown; _sentryDebugIds?: unknown; _debugIds?: unknown }
let test: TestClient

// A fresh program for each test: the parsed registry is kept in the module.
beforeEach(async () => {
  vi.resetModules()
  const fresh = await import('./testing/client.ts')
  test = new fresh.TestClient()
})

afterEach(() => {
  delete page.__bugleDebugIds
  delete page._sentryDebugIds
  delete page._debugIds
})

const url = (i: number) => `https://x.io/assets/chunk-${i}.js`
const stackOf = (i: number) => `Error\n    at ${url(i)}:1:57\n    at https://x.io/loader.js:2:1`
const registryOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [stackOf(i), `id-${i}`]))
const imageOf = (i: number) => ({ type: 'sourcemap', code_file: url(i), debug_id: `id-${i}` })

/** Builds an error whose stack runs through these chunks. */
function errorIn(chunks: number[], cause?: unknown) {
  const stack = `Error: x\n${chunks.map((i) => `    at f${i} (${url(i)}:1:${i})`).join('\n')}`
  return Object.assign(new Error('x', { cause }), { stack })
}

/** Returns the images of an event whose error ran through these chunks. */
async function imagesOf(chunks: number[], cause?: unknown) {
  test.client.captureException(errorIn(chunks, cause))
  await test.client.flush()
  return (test.events.at(-1)!.debug_meta as { images: unknown[] } | undefined)?.images
}

it.each([
  ['V8, in a page', 'Error\n    at https://x.io/assets/app.js:1:57', 'https://x.io/assets/app.js'],
  [
    'V8, in a function',
    'Error\n    at load (https://x.io/app.js:1:57)\n    at https://x.io/b.js:2:1',
    'https://x.io/app.js',
  ],
  ['V8, a file', 'Error\n    at Object.<anonymous> (/srv/app/main.cjs:1:57)', '/srv/app/main.cjs'],
  ['V8, a module', 'Error\n    at file:///srv/app/main.mjs:1:57', 'file:///srv/app/main.mjs'],
  [
    'V8, a package with a version',
    'Error\n    at https://cdn.io/react@19/index.js:1:57',
    'https://cdn.io/react@19/index.js',
  ],
  ['SpiderMonkey', '@https://x.io/app.js:1:57\n', 'https://x.io/app.js'],
  ['JavaScriptCore', 'global code@https://x.io/app.js:1:57', 'https://x.io/app.js'],
])('names the file of a debug id by a stack of %s', async (_, stack, file) => {
  page.__bugleDebugIds = { [stack]: 'id-1' }
  expect(await imagesOf([])).toEqual([{ type: 'sourcemap', code_file: file, debug_id: 'id-1' }])
})

const throws = () => {
  throw new Error('no')
}

it.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a text', 'text'],
  ['a list', ['id-1']],
  ['an empty one', {}],
  ['a name that is no stack', { 'no stack': 'id-1' }],
  ['ids that are no texts', { [stackOf(1)]: 7, [stackOf(2)]: { toString: throws }, [stackOf(3)]: Symbol('id') }],
  ['a getter that throws', Object.defineProperty({}, stackOf(1), { enumerable: true, get: throws })],
  ['a proxy that throws', new Proxy({}, { ownKeys: throws, get: throws })],
  ['a name of a megabyte', { [`${'@'.repeat(1e6)}:1:1 `]: 'id-1' }],
])('loses no event, and reports no image, where the registry is %s', async (_, registry) => {
  page.__bugleDebugIds = registry
  expect(await imagesOf([1, 2, 3])).toBeUndefined()
  expect(test.events).toMatchObject([{ message: 'x' }])
})

it('loses no event where the page replaced the registry by a trap, and uses its valid entries', async () => {
  Object.defineProperty(page, '__bugleDebugIds', { configurable: true, get: throws })
  expect(await imagesOf([1])).toBeUndefined()
  delete page.__bugleDebugIds
  page.__bugleDebugIds = Object.freeze({ [stackOf(1)]: 7, [stackOf(2)]: 'id-2' })
  expect(await imagesOf([1])).toEqual([imageOf(2)])
})

it.each([300, 5000])(
  'of %i bundles names fifty, first those that the error and its causes came through',
  async (count) => {
    page.__bugleDebugIds = registryOf(count)
    const cause = Object.assign(new Error('root'), { stack: `Error: root\n    at ${url(count - 1)}:1:9` })
    const images = await imagesOf([count - 40, 200], cause)
    expect(images).toEqual([
      imageOf(200),
      imageOf(count - 40),
      imageOf(count - 1),
      ...Array.from({ length: 47 }, (_, i) => imageOf(i)),
    ])
  },
)

it('parses the registry once for many events, and again when an entry is added', async () => {
  let reads = 0
  const registry = registryOf(300)
  page.__bugleDebugIds = new Proxy(registry, {
    get(target, name) {
      reads += 1
      return target[name as string]
    },
  })
  for (let i = 0; i < 5; i += 1) expect(await imagesOf([299])).toContainEqual(imageOf(299))
  expect(reads).toBe(300)
  registry[stackOf(300)] = 'id-300'
  expect((await imagesOf([300]))?.[0]).toEqual(imageOf(300))
})

it('reads the registries of other tools, after ours', async () => {
  page._debugIds = { [stackOf(3)]: 'id-3' }
  page._sentryDebugIds = { [stackOf(2)]: 'id-2' }
  expect(await imagesOf([])).toEqual([imageOf(2), imageOf(3)])
  page.__bugleDebugIds = { [stackOf(1)]: 'id-1' }
  expect(await imagesOf([])).toEqual([1, 2, 3].map(imageOf))
})

it('names a file once that is in several registries', async () => {
  page.__bugleDebugIds = { [stackOf(1)]: 'id-1' }
  page._sentryDebugIds = { [stackOf(1)]: 'id-1', [stackOf(2)]: 'id-2' }
  expect(await imagesOf([])).toEqual([1, 2].map(imageOf))
})

it('loses no event where an id is endless', async () => {
  page.__bugleDebugIds = { [stackOf(1)]: 'x'.repeat(2e6) }
  await imagesOf([1])
  expect(test.requests[0]!.body.length).toBeLessThan(1_048_576)
  expect(test.events).toMatchObject([{ message: 'x', exception_type: 'Error' }])
})

it('folds equal errors while bundles are loaded', async () => {
  const registry: Record<string, string> = {}
  page.__bugleDebugIds = registry
  for (let i = 0; i < 9; i += 1) {
    registry[stackOf(i)] = `id-${i}`
    test.client.captureException(errorIn([0]))
  }
  await test.client.flush()
  expect(test.events.map(({ repeat = 1 }) => repeat)).toEqual([1, 1, 1, 6])
})
