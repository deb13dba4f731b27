import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginStep, showToast } from '../lib/toasts.ts'
import { Toasts } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toasts />)
})
afterEach(() => {
  // Toasts outlive the component: closes the remaining ones for the next test.
  for (const button of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(button)
  cleanup()
  vi.useRealTimers()
})

const undoable = (text: string, run: () => void) => act(() => void showToast({ text, action: { label: 'Undo', run } }))
const press = (key: string) => fireEvent.keyDown(document.body, { key })

it('undoes the latest step by z, then the one before, and closes their toasts', () => {
  const undone: string[] = []
  for (const name of ['first', 'second']) undoable(name, () => undone.push(name))
  press('z')
  expect(undone).toEqual(['second'])
  expect(screen.queryByText('second')).toBeNull()
  press('z')
  expect(undone).toEqual(['second', 'first'])
})

it('undoes by its button the step that it reports', () => {
  const undone: string[] = []
  for (const name of ['first', 'second']) undoable(name, () => undone.push(name))
  fireEvent.click(screen.getAllByRole('button', { name: /^Undo/ })[0]!)
  expect(undone).toEqual(['first'])
  expect(screen.getByText('second')).toBeDefined()
})

it('says that an undo waits for the server only when it takes long', () => {
  let end: ReturnType<typeof beginStep> = () => undefined
  act(() => {
    end = beginStep()
  })
  press('z')
  expect(screen.queryByRole('status')).toBeNull()
  act(() => void vi.advanceTimersByTime(500))
  expect(screen.getByRole('status').textContent).toContain('Will be undone once the server responds.')
  const run = vi.fn()
  act(() => void end({ text: 'Resolved SHOP-1', action: { label: 'Undo', run } }))
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByText('Resolved SHOP-1')).toBeNull()
})

it('closes after a while, unless it has the focus or reports a failure', () => {
  act(() => void showToast({ text: 'gone soon' }))
  undoable('focused', () => {})
  act(() => void showToast({ text: 'failed', isFailure: true }))
  screen.getByRole('button', { name: /^Undo/ }).focus()
  act(() => void vi.advanceTimersByTime(8000))
  expect(screen.queryByText('gone soon')).toBeNull()
  expect(screen.getByText('focused')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('failed')
})

it('retries a failed change by its button, never by z', () => {
  const retry = vi.fn()
  act(() => void showToast({ text: 'failed', isFailure: true, action: { label: 'Retry', run: retry } }))
  press('z')
  expect(retry).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
  expect(screen.queryByText('failed')).toBeNull()
})

it('shows the latest three', () => {
  for (const text of ['one', 'two', 'three', 'four']) act(() => void showToast({ text }))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['two', 'three', 'four'])
})
