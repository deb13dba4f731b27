import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, renderHook } from '@testing-library/react-native'
import { useSettled } from './use-settled'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('takes what was typed once, when somebody stops', () => {
  const seen: string[] = []
  const { rerender } = renderHook(({ text }: { text: string }) => seen.push(useSettled(text)), {
    initialProps: { text: '' },
  })
  const text = 'applyDiscount cart'
  for (let length = 1; length <= text.length; length += 1) {
    rerender({ text: text.slice(0, length) })
    act(() => void jest.advanceTimersByTime(100))
  }
  expect(new Set(seen)).toEqual(new Set(['']))
  act(() => void jest.advanceTimersByTime(250))
  expect(new Set(seen)).toEqual(new Set(['', text]))
})
