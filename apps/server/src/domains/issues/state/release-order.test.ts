import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareReleases } from './release-order.ts'

const at = (version: string, day = 1) => ({ version, firstSeenAt: new Date(Date.UTC(2026, 0, day)) })

describe('of two releases', () => {
  const cases: [why: string, older: string, newer: string][] = [
    ['numbers count as numbers', '1.9.3', '1.10.0'],
    ['a missing number is 0', '1.2', '1.2.1'],
    ['a name before the version does not count', 'shop@2.0.0', 'shop@2.0.1'],
    ['a v does not count', 'v1.0.0', '1.0.1'],
    ['a prerelease comes before its release', '2.0.0-rc.1', '2.0.0'],
    ['prereleases are in their order', '2.0.0-beta.2', '2.0.0-beta.11'],
    ['a word comes after a number', '2.0.0-1', '2.0.0-alpha'],
    ['a build number decides between equal versions', '1.2.3+45', '1.2.3+46'],
    ['a build in brackets as well', 'com.example.shop 1.2.3 (9)', 'com.example.shop 1.2.3 (10)'],
    ['four numbers', '10.0.19041.1', '10.0.19041.20'],
  ]
  it.each(cases)('%s: %s < %s', (_why, older, newer) => {
    // The days are in reverse order, and do not count.
    expect(compareReleases(at(older, 2), at(newer, 1))).toBeLessThan(0)
    expect(compareReleases(at(newer, 1), at(older, 2))).toBeGreaterThan(0)
  })

  it('of which one has no version, the one first seen later is newer', () => {
    expect(compareReleases(at('3f2a9c', 1), at('0b77de', 2))).toBeLessThan(0)
    expect(compareReleases(at('1.2.3', 3), at('nightly', 2))).toBeGreaterThan(0)
  })

  it('equal names are equal, whenever they were seen', () => {
    expect(compareReleases(at('1.0.0', 1), at('1.0.0', 9))).toBe(0)
    expect(compareReleases(at('main', 1), at('main', 9))).toBe(0)
  })
})

it('the order of any two is antisymmetric', () => {
  const part = fc.oneof(fc.nat(30).map(String), fc.constantFrom('rc', 'beta', 'x1'))
  const version = fc
    .record({ n: fc.array(fc.nat(30), { minLength: 2, maxLength: 4 }), pre: fc.array(part, { maxLength: 2 }) })
    .map(({ n, pre }) => n.join('.') + (pre.length > 0 ? `-${pre.join('.')}` : ''))
  fc.assert(
    fc.property(fc.oneof(version, fc.string({ maxLength: 300 })), version, fc.nat(9), fc.nat(9), (a, b, x, y) => {
      const one = compareReleases(at(a, x + 1), at(b, y + 1))
      const other = compareReleases(at(b, y + 1), at(a, x + 1))
      expect(Math.sign(one) + Math.sign(other)).toBe(0)
    }),
  )
})
