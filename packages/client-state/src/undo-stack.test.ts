import { expect, it, vi } from 'vitest'
import { UndoStack } from './undo-stack.ts'

it('undoes the latest finished step first, each once', () => {
  const stack = new UndoStack()
  const [first, second] = [vi.fn(), vi.fn()]
  for (const [id, run] of [first, second].entries()) {
    stack.begin(id)
    stack.finish(id, run)
  }
  expect(stack.undo()).toEqual({ id: 1, outcome: 'undone' })
  expect(first).not.toHaveBeenCalled()
  expect(stack.undo()).toEqual({ id: 0, outcome: 'undone' })
  expect(stack.undo()).toBeUndefined()
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

it('undoes a step that was requested too early as soon as it is finished', () => {
  const stack = new UndoStack()
  const run = vi.fn()
  stack.begin(1)
  expect(stack.undo()).toEqual({ id: 1, outcome: 'waiting' })
  expect(run).not.toHaveBeenCalled()
  expect(stack.finish(1, run)).toBe(true)
  expect(run).toHaveBeenCalledOnce()
  expect(stack.has(1)).toBe(false)
})

it('undoes the previous step after a requested one that waits', () => {
  const stack = new UndoStack()
  const undone: number[] = []
  for (const id of [1, 2, 3]) stack.begin(id)
  stack.finish(1, () => undone.push(1))
  stack.finish(2, () => undone.push(2))
  expect(stack.undo()).toEqual({ id: 3, outcome: 'waiting' })
  expect(stack.undo()).toEqual({ id: 2, outcome: 'waiting' })
  expect(stack.undo()).toEqual({ id: 1, outcome: 'waiting' })
  expect(undone).toEqual([])
  expect(stack.finish(3, () => undone.push(3))).toBe(true)
  expect(undone).toEqual([3, 2, 1])
})

it('undoes a step before a later one whose undo was requested afterwards', () => {
  const stack = new UndoStack()
  const undone: number[] = []
  stack.begin(1)
  stack.undo()
  stack.begin(2)
  stack.undo()
  stack.finish(1, () => undone.push(1))
  expect(undone).toEqual([1])
  stack.finish(2, () => undone.push(2))
  expect(undone).toEqual([1, 2])
})

it('keeps the order of the changes, whichever the server confirms first', () => {
  const stack = new UndoStack()
  stack.begin(1)
  stack.begin(2)
  stack.finish(2, () => {})
  stack.finish(1, () => {})
  expect(stack.undo()?.id).toBe(2)
})

it('forgets a step that changed nothing', () => {
  const stack = new UndoStack()
  stack.begin(1)
  expect(stack.finish(1, undefined)).toBe(false)
  expect(stack.undo()).toBeUndefined()
})

it('keeps the latest steps up to its size', () => {
  const stack = new UndoStack(2)
  for (const id of [1, 2, 3]) {
    stack.begin(id)
    stack.finish(id, () => {})
  }
  expect([1, 2, 3].map((id) => stack.has(id))).toEqual([false, true, true])
})
