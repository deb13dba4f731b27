import { expect, it } from 'vitest'
import { createRecentSteps } from './recent-steps.ts'
import { createToasts } from './toasts.ts'

it('undoes any of several steps whose messages are gone', () => {
  const toasts = createToasts({ maxShown: 1 })
  const recent = createRecentSteps(toasts, () => 5)
  const undone: string[] = []
  for (const name of ['one', 'two', 'three'])
    toasts.showToast({ text: name, action: { label: 'Undo', run: () => undone.push(name) } })
  toasts.showToast({ text: 'Copied' })
  toasts.showToast({ text: 'No.', isFailure: true, action: { label: 'Retry', run: () => undone.push('retry') } })
  for (const { id } of toasts.shown.get()) toasts.closeToast(id)
  expect(recent.list.get().map(({ text }) => text)).toEqual(['three', 'two', 'one'])
  recent.undo(recent.list.get()[1]!.id)
  recent.undo()
  expect(undone).toEqual(['two', 'three'])
  expect(recent.list.get()).toMatchObject([{ text: 'one', at: 5 }])
  recent.clear()
  recent.undo()
  expect(undone).toEqual(['two', 'three'])
})
