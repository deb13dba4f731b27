import { expect, it, vi } from 'vitest'
import { createStore } from './store.ts'

it('notifies of each change, and of none where the value stays', () => {
  const store = createStore(1)
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.set(1)
  store.set(2)
  stop()
  store.set(3)
  expect(listener.mock.calls).toEqual([[2]])
  expect(store.get()).toBe(3)
})
