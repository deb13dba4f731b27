import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildNumberOf } from './set-version.mjs'

const app = new URL('../../apps/mobile/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, app), 'utf8'))

/** Characters that the stores take: Apple's App Store and Google Play, whichever takes fewer. */
const longest = { name: 30, subtitle: 30, keywords: 100, short: 80, description: 4000, review: 4000 }

it.each(['en', 'de'])('has every text that the stores ask for, as long as they take (%s)', (language) => {
  const listing = read(`store/${language}/listing.json`) as Record<string, string>
  expect(Object.keys(listing).sort()).toEqual(Object.keys(longest).sort())
  const tooLong = Object.entries(longest).filter(([name, length]) => {
    const { length: own } = [...listing[name]!]
    return own === 0 || own > length
  })
  expect(tooLong).toEqual([])
})

it('has one version, and the number of a build that belongs to it', () => {
  const { version } = read('package.json')
  const { expo } = read('app.json')
  expect(read('package-lock.json').version).toBe(version)
  expect([expo.version, expo.ios.buildNumber, expo.android.versionCode]).toEqual([
    version,
    String(buildNumberOf(version)),
    buildNumberOf(version),
  ])
})

it('gives each version a greater number than those before it', () => {
  const versions = ['0.1.0', '0.1.1', '0.2.0', '1.0.0', '1.0.12', '1.11.0', '2.0.0']
  const numbers = versions.map(buildNumberOf)
  expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})
