import { describe, expect, it } from 'vitest'
import { newIngestToken } from './ingest-token.ts'
import { freePrefix, pinnedAppIds, shortPrefixOf } from './project.ts'

describe('pinned bundle identifiers', () => {
  const cases: [change: object, current: string[] | undefined, pinned: string[]][] = [
    [{ app_id: 'a' }, undefined, ['a']],
    [{ app_id: 'a', app_ids: null }, undefined, ['a']],
    [{ app_id: 'a', app_ids: ['b', 'a', 'b'] }, undefined, ['a', 'b']],
    [{}, ['a', 'b'], ['a', 'b']],
    [{ app_id: 'c' }, ['a', 'b'], ['c', 'b']],
    [{ app_id: 'b' }, ['a', 'b'], ['b']],
    [{ app_ids: ['b', 'c'] }, ['a'], ['b', 'c']],
    [{ app_id: 'a', app_ids: ['b'] }, ['x', 'y'], ['a', 'b']],
  ]
  it.each(cases)('%j on %j', (change, current, pinned) => expect(pinnedAppIds(change, current)).toEqual(pinned))
})

describe('the prefix of short ids', () => {
  const cases: [name: string, prefix: string][] = [
    ['Shop', 'SHOP'],
    ['Shop web', 'SHOPWEB'],
    ['Käse & Brot 2', 'KASEBROT'],
    ['магазин', 'PROJECT'],
    ['🔥', 'PROJECT'],
  ]
  it.each(cases)('%s → %s', (name, prefix) => expect(shortPrefixOf(name)).toBe(prefix))

  it('is numbered when it is taken', () => {
    expect(freePrefix('SHOP', new Set())).toBe('SHOP')
    expect(freePrefix('SHOP', new Set(['SHOP', 'SHOP2', 'SHOP4']))).toBe('SHOP3')
  })
})

it('ingest tokens differ and hold 190 random bits', () => {
  const tokens = Array.from({ length: 100 }, newIngestToken)
  expect(new Set(tokens.map(({ text }) => text)).size).toBe(100)
  for (const { text, last4 } of tokens) expect(text).toMatch(new RegExp(`^bgl_live_[0-9A-Za-z]{28}${last4}$`))
})
