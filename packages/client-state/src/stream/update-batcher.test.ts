import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseLiveUpdate } from './live-update.ts'
import { createUpdateBatcher, type LiveUpdateBatch, type UpdateBatcher } from './update-batcher.ts'

const batches: LiveUpdateBatch[] = []
let batcher: UpdateBatcher

beforeEach(() => {
  vi.useFakeTimers()
  batcher = createUpdateBatcher()
  batcher.onBatch((batch) => batches.push(batch))
})
afterEach(() => {
  batches.length = 0
  vi.useRealTimers()
})

it('applies a burst once, and distinguishes changes by users from events', () => {
  batcher.add({ type: 'event.received', issueIds: ['iss_1', 'iss_2'], hasMore: false })
  batcher.add({ type: 'issue.updated', issueIds: ['iss_2'], hasMore: false })
  expect(batches).toEqual([])
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([
    { issueIds: new Set(['iss_1', 'iss_2']), changedIds: new Set(['iss_2']), hasUnnamed: false, arrivals: 0 },
  ])
})

it('starts an empty batch after each one', () => {
  batcher.add({ type: 'issue.updated', issueIds: ['iss_1'], hasMore: false })
  batcher.add({ type: 'reset', issueIds: [], hasMore: false })
  vi.advanceTimersByTime(500)
  batcher.add({ type: 'event.received', issueIds: ['iss_3'], hasMore: false })
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([
    { issueIds: new Set(['iss_1']), changedIds: new Set(['iss_1']), hasUnnamed: true, arrivals: 1 },
    { issueIds: new Set(['iss_3']), changedIds: new Set(), hasUnnamed: false, arrivals: 0 },
  ])
})

it('counts what may have come to the top of a list, and notes that more changed than was named', () => {
  batcher.add({ type: 'issue.created', issueIds: ['iss_1'], hasMore: false })
  batcher.add({ type: 'issue.regressed', issueIds: ['iss_2'], hasMore: true })
  vi.advanceTimersByTime(500)
  expect(batches[0]).toMatchObject({ arrivals: 2, hasUnnamed: true, changedIds: new Set(['iss_2']) })
})

it('applies nothing after it is cleared', () => {
  batcher.add({ type: 'issue.created', issueIds: ['iss_1'], hasMore: false })
  batcher.clear()
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([])
})

it.each([
  ['issue.updated', '{"issue_ids":["iss_1"],"more":true}', { issueIds: ['iss_1'], hasMore: true }],
  ['event.received', '{"issues":[{"id":"iss_2"}]}', { issueIds: ['iss_2'], hasMore: false }],
  ['reset', 'not JSON', { issueIds: [], hasMore: false }],
])('parses %s with %s', (type, data, update) => {
  expect(parseLiveUpdate(type, data)).toEqual({ type, ...update })
})

it('ignores types of a later version', () => {
  expect(parseLiveUpdate('issue.praised', '{}')).toBeUndefined()
  expect(parseLiveUpdate(undefined, '')).toBeUndefined()
})
