import { expect, it, jest } from '@jest/globals'
import { shownValue } from './filter-sheet'

jest.mock('expo-secure-store', () => require('../../testing/phone').fakeKeychain())
jest.mock('expo-sqlite/kv-store', () => require('../../testing/phone').fakeStore())

const assignees = [
  { id: 'usr_1', name: 'Max Member' },
  { id: 'tea_1', name: 'Checkout\u202E' },
]

it.each([
  ['me', 'Me'],
  ['none', 'Nobody'],
  ['usr_1', 'Max Member'],
  ['tea_1', 'Checkout⟨U+202E⟩'],
  // A view that somebody shared, or one across projects.
  ['usr_2', 'A colleague'],
  ['tea_2', 'A team'],
])('names the assignee %s: %s', (value, name) => {
  expect(shownValue('assignee', value, assignees)).toBe(name)
})
