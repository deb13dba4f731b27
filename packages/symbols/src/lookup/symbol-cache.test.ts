import { expect, it } from 'vitest'
import { openIndex } from '../index.ts'
import { buildPages } from '../testing/open-map.ts'
import { readPage } from './index-file.ts'
import { BoundedSymbolCache } from './symbol-cache.ts'

it('holds at most its bytes, and forgets what was used longest ago', () => {
  const cache = new BoundedSymbolCache(3_000)
  for (const key of ['a', 'b']) cache.set(key, key, 1_000)
  expect(cache.get('a')).toBe('a')
  cache.set('c', 'c', 1_000)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['a', undefined, 'c'])
  expect(cache.bytes).toBeLessThanOrEqual(3_000)
  cache.set('a', 'larger', 2_700)
  expect([cache.get('a'), cache.get('c')]).toEqual(['larger', undefined])
  cache.set('huge', 'huge', 5_000)
  expect(cache.bytes).toBe(0)
})

it('reads every page of an index once', async () => {
  const { pages } = await buildPages('{"version":3,"sources":["a"],"names":[],"mappings":"AAAA"}')
  const read: number[] = []
  const cache = new BoundedSymbolCache(100_000)
  const readFrom = (number: number) => {
    read.push(number)
    return pages[number]
  }
  const file = { id: 'a', cache, readPage: readFrom }
  for (let time = 0; time < 3; time++) {
    await openIndex(file)
    await readPage(file, 1)
  }
  expect(read).toEqual([0, 1])
})
