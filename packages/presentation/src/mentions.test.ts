import { expect, it } from 'vitest'
import { completeMention, mentionsIn, namedLike, typedMention } from './mentions.ts'

const known = [
  { id: 'usr_1', name: 'Max' },
  { id: 'usr_2', name: 'Max Member' },
  { id: 'tea_1', name: 'Checkout' },
]

it.each([
  ['@', ''],
  ['please @Ma', 'Ma'],
  ['please @Max Mem', 'Max Mem'],
  ['mail max@example', undefined],
  ['done', undefined],
])('after "%s" the beginning of a name is %j', (before, typed) => {
  expect(typedMention(before)).toBe(typed)
})

it('offers members and teams by any word of their name', () => {
  expect(namedLike(known, '').map(({ name }) => name)).toEqual(['Max', 'Max Member', 'Checkout'])
  expect(namedLike(known, 'mem').map(({ name }) => name)).toEqual(['Max Member'])
  expect(namedLike(known, 'check').map(({ name }) => name)).toEqual(['Checkout'])
})

it('completes the name at the cursor, in the middle of a text', () => {
  expect(completeMention('ask @ma about it', 7, known[1]!)).toEqual({ text: 'ask @Max Member  about it', at: 16 })
})

it('notifies those who are named, chosen or typed, and not those whose name is part of another', () => {
  expect(mentionsIn('look @Max Member and @Checkout', known)).toEqual({ mentions: ['usr_2', 'tea_1'] })
  expect(mentionsIn('look @Max', known)).toEqual({ mentions: ['usr_1'] })
  expect(mentionsIn('nobody', known)).toEqual({})
})
