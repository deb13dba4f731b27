import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { cursorOf, pageFrom } from './page.ts'

const cursor = cursorOf(Type.Object({ at: Type.String(), id: Type.Integer() }))

describe('a cursor', () => {
  it('survives a round trip', () => {
    const position = { at: '2026-01-01T00:00:00.000Z', id: 7 }
    expect(cursor.read(cursor.write(position))).toEqual(position)
    expect(cursor.read(undefined)).toBeUndefined()
  })

  it.each(['', 'x', 'bnVsbA', Buffer.from('{"at":1,"id":7}').toString('base64url')])('rejects "%s"', (text) => {
    expect(() => cursor.read(text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
  })
})

it('a page has a next cursor if one more row than the limit was found', () => {
  expect(pageFrom([1, 2, 3], 2, String)).toEqual({ entries: [1, 2], next_cursor: '2' })
  expect(pageFrom([1, 2], 2, String)).toEqual({ entries: [1, 2], next_cursor: null })
  expect(pageFrom([], 2, String)).toEqual({ entries: [], next_cursor: null })
})
