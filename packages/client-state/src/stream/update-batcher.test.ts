import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChangedIssues, type LiveUpdateBatch, onIssuesChanged, UpdateBatcher } from './live-updates.ts'

const batches: LiveUpdateBatch[] = []
const changes: ChangedIssues[] = []
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  stop = onIssuesChanged((changed) => changes.push(changed))
})
afterEach(() => {
  stop()
  batches.length = 0
  changes.length = 0
  vi.useRealTimers()
})

it('applies a burst once, and distinguishes changes by users from events', () => {
  const batcher = new UpdateBatcher((batch) => batches.push(batch))
  batcher.add({ type: 'event.received', issueIds: ['iss_1', 'iss_2'], hasMore: false })
  batcher.add({ type: 'issue.updated', issueIds: ['iss_2'], hasMore: false })
  expect(batches).toEqual([])
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([{ issueIds: new Set(['iss_1', 'iss_2']), isReset: false }])
  expect(changes).toEqual([{ ids: new Set(['iss_2']), hasUnnamed: false }])
})

it('starts an empty batch after each one', () => {
  const batcher = new UpdateBatcher((batch) => batches.push(batch))
  batcher.add({ type: 'issue.updated', issueIds: ['iss_1'], hasMore: true })
  batcher.add({ type: 'reset', issueIds: [], hasMore: false })
  vi.advanceTimersByTime(500)
  batcher.add({ type: 'event.received', issueIds: ['iss_3'], hasMore: true })
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([
    { issueIds: new Set(['iss_1']), isReset: true },
    { issueIds: new Set(['iss_3']), isReset: false },
  ])
  expect(changes).toEqual([{ ids: new Set(['iss_1']), hasUnnamed: true }])
})

it('applies nothing after it is closed', () => {
  const batcher = new UpdateBatcher((batch) => batches.push(batch))
  batcher.add({ type: 'issue.created', issueIds: ['iss_1'], hasMore: false })
  batcher.close()
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([])
})
