import { expect, it } from 'vitest'
import { sentenceOf } from './grouping.tsx'

const issue = (count: number, ...components: string[]) => ({
  count,
  grouping: { version: 1, reason: 'frames' as const, components, dropped: [] },
})

it.each([
  [
    3,
    ['type:TypeError', 'frame:applyDiscount', 'message:code is empty'],
    'The type and 1 frame of the stack are the same.',
  ],
  [3, ['type:A', 'type:B', 'frame:a', 'frame:b', 'code:7'], 'The type and 2 frames of the stack are the same.'],
  [1, ['type:TypeError', 'frame:applyDiscount', 'message:x'], 'Events with the same type and 1 frame join it.'],
])('of %i events of %j it says: %s', (count, components, sentence) => {
  expect(sentenceOf(issue(count, ...components))).toBe(sentence)
})
