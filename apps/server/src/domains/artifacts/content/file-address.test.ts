import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHashedName, mapUrlsOf, pathTailOf, urlsOf } from './file-address.ts'

describe('the addresses of a file', () => {
  const cases: [file: string, urls: string[]][] = [
    ['https://a.example/x/b.js', ['https://a.example/x/b.js', '~/x/b.js', 'app:///b.js']],
    [
      'https://a.example/b.js?v=2#x',
      ['https://a.example/b.js?v=2', 'https://a.example/b.js', '~/b.js?v=2', '~/b.js', 'app:///b.js'],
    ],
    ['app:///main.jsbundle', ['app:///main.jsbundle', '~/main.jsbundle', 'main.jsbundle']],
    ['file:///app/dist/main.js', ['file:///app/dist/main.js', '~/app/dist/main.js', 'app:///main.js']],
    ['/app/dist/main.js', ['/app/dist/main.js', '~/app/dist/main.js', 'app:///main.js']],
    ['index.android.bundle', ['index.android.bundle', '~/index.android.bundle', 'app:///index.android.bundle']],
    [
      'file:///C:/Program%20Files/shop/main.js',
      [
        'file:///C:/Program%20Files/shop/main.js',
        '~/C:/Program%20Files/shop/main.js',
        '~/Program Files/shop/main.js',
        'app:///main.js',
      ],
    ],
    [
      String.raw`C:\Program Files\shop\main.js`,
      [
        String.raw`C:\Program Files\shop\main.js`,
        String.raw`~/C:\Program Files\shop\main.js`,
        '~/Program Files/shop/main.js',
        'app:///main.js',
      ],
    ],
    ['https://a.example/100%/b.js', ['https://a.example/100%/b.js', '~/100%/b.js', 'app:///b.js']],
    ['', ['', '~/']],
  ]
  it.each(cases)('%s', (file, urls) => {
    expect(urlsOf(file)).toEqual(urls)
  })
})

it.each([
  [String.raw`C:\Program Files\shop\resources\app.asar\dist\main.js`, 'dist/main.js'],
  ['file:///C:/shop/my%20dist/main.js', 'my dist/main.js'],
  ['~/dist/main.js', 'dist/main.js'],
  ['https://a.example/x/assets/b.js?c', 'assets/b.js'],
  [String.raw`dist\main.js`, 'dist/main.js'],
  ['main.js', undefined],
])('the last two parts of %s are %s', (address, tail) => {
  expect(pathTailOf(address)).toBe(tail)
})

describe('a hashed name', () => {
  it.each([
    ['index-B3f9aK2q.js', true],
    ['main.3f2a1b9c.chunk.js', true],
    ['3f2a1b9c0d.js', true],
    ['app-_Xa9bC1d.mjs', true],
    ['index.js', false],
    ['jquery-3.7.1.min.js', false],
    ['bootstrap.bundle.js', false],
    ['polyfills.js', false],
    ['chunk-vendors2.js', false],
    ['index-20261123.js', false],
  ])('%s: %s', (name, isHashed) => {
    expect(isHashedName(name)).toBe(isHashed)
  })
})

describe('the addresses of a map', () => {
  it.each([
    ['~/assets/a.js', 'a.js.map', ['~/assets/a.js.map', '~/assets/a.js']],
    ['~/assets/a.js', '../maps/x.json', ['~/maps/x.json']],
    ['~/a.js', 'https://cdn.example/m/a.js.map', ['~/m/a.js.map', '~/m/a.js', 'https://cdn.example/m/a.js.map']],
    ['index.android.bundle', 'x.map', ['~/x.map', '~/x']],
    ['~/a.js', 'http://[', []],
  ])('of %s referring to %s', (url, reference, urls) => {
    expect(mapUrlsOf(url, reference)).toEqual(expect.arrayContaining(urls))
    if (urls.length === 0) expect(mapUrlsOf(url, reference)).toEqual([])
  })
})

it('no address breaks these functions', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (url, reference) => {
      expect(urlsOf(url).length).toBeGreaterThan(0)
      mapUrlsOf(url, reference)
      isHashedName(url)
      pathTailOf(url)
    }),
  )
})
