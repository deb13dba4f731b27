import { issueWith } from '@bugle/client-state/testing/issues'
import { assign, resolve } from '@bugle/presentation/issue-actions'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLingeringRows } from './use-lingering-rows.ts'

const rows = ['iss_1', 'iss_2', 'iss_3'].map((id) => issueWith({ id }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const setUp = () => renderHook((listed) => useLingeringRows(listed), { initialProps: rows })
const idsOf = (result: ReturnType<typeof setUp>['result']) => result.current.shown.map(({ id }) => id)

/** Resolves an issue by pointer: it leaves the list. */
function resolveRow({ result, rerender }: ReturnType<typeof setUp>, id: string) {
  act(() => result.current.linger(result.current.shown.find((row) => row.id === id)!, resolve))
  rerender(rows.filter((row) => !result.current.lingeringIds.has(row.id)))
}

it('keeps a resolved row in place with its new status until the time is over', () => {
  const hook = setUp()
  resolveRow(hook, 'iss_2')
  expect(idsOf(hook.result)).toEqual(['iss_1', 'iss_2', 'iss_3'])
  expect(hook.result.current.shown[1]!.status).toBe('resolved')
  expect([...hook.result.current.lingeringIds]).toEqual(['iss_2'])
  act(() => void vi.advanceTimersByTime(4000))
  expect(idsOf(hook.result)).toEqual(['iss_1', 'iss_3'])
})

it('releases all rows when the pointer leaves the list', () => {
  const hook = setUp()
  resolveRow(hook, 'iss_1')
  resolveRow(hook, 'iss_2')
  expect(idsOf(hook.result)).toEqual(['iss_1', 'iss_2', 'iss_3'])
  act(() => hook.result.current.release())
  expect(idsOf(hook.result)).toEqual(['iss_3'])
})

it('shows a row once when a rollback has put its issue back into the list', () => {
  const hook = setUp()
  resolveRow(hook, 'iss_2')
  hook.rerender(rows)
  expect(hook.result.current.shown).toEqual(rows)
})

it('keeps no row for an action that does not change the status', () => {
  const hook = setUp()
  act(() => hook.result.current.linger(rows[0]!, assign(null)))
  expect(hook.result.current.lingeringIds.size).toBe(0)
})
