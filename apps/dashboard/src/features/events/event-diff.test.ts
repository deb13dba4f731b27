import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffEntries, diffLists, flatten, isSame, withoutBuild } from './event-diff.ts'

const lines = (text: string) => [...text].map((key) => ({ key: key.toLowerCase(), text: key }))
const shape = (one: string, other: string) =>
  diffLists(lines(one), lines(other)).map(({ one: left = '-', other: right = '-' }) => left + right)

it.each([
  ['', '', []],
  ['abc', 'abc', ['aa', 'bb', 'cc']],
  ['abc', 'ac', ['aa', 'b-', 'cc']],
  ['ac', 'abc', ['aa', '-b', 'cc']],
  ['ab', 'cd', ['a-', 'b-', '-c', '-d']],
  // The same call on another line.
  ['abc', 'aBc', ['aa', 'bB', 'cc']],
])('the lists %s and %s are laid beside each other', (one, other, rows) => expect(shape(one, other)).toEqual(rows))

it('loses no line of either list, and matches equal lists completely', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 }).map((keys) => keys.join(''))
  fc.assert(
    fc.property(list, list, (one, other) => {
      const rows = diffLists(lines(one), lines(other))
      expect(rows.map((row) => row.one ?? '').join('')).toBe(one)
      expect(rows.map((row) => row.other ?? '').join('')).toBe(other)
      if (one === other) expect(rows.every(isSame)).toBe(true)
    }),
  )
})

it('compares data by path, differences first', () => {
  const one = { device: { model: 'Pixel 9', cores: [1, 2] }, empty: {}, gone: null }
  const other = { device: { model: 'Pixel 8', cores: [1, 2] }, empty: {}, more: 'yes' }
  expect(diffEntries(flatten(one), flatten(other))).toEqual([
    { name: 'device.model', one: 'Pixel 9', other: 'Pixel 8' },
    { name: 'gone', one: 'null', other: undefined },
    { name: 'more', one: undefined, other: 'yes' },
    { name: 'device.cores.0', one: '1', other: '1' },
    { name: 'device.cores.1', one: '2', other: '2' },
    { name: 'empty', one: '{}', other: '{}' },
  ])
})

it.each([
  ['https://shop.example.com/assets/cart.02f39204.js', 'https://shop.example.com/assets/cart.js'],
  ['/assets/cart-Bx9_2kQa.js?v=3', '/assets/cart.js'],
  ['/srv/shop/checkout-controller.ts', '/srv/shop/checkout-controller.ts'],
  ['app/Http/OrderController.php', 'app/Http/OrderController.php'],
])('%s without its build is %s', (file, name) => expect(withoutBuild(file)).toBe(name))
