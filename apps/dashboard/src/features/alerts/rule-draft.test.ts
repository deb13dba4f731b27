import { expect, it } from 'vitest'
import { bodyOf, draftOf, newDraft, thresholdOf } from './rule-draft.ts'

const draft = newDraft(undefined, [])

it('has a threshold where a trigger counts, in minutes whatever the unit', () => {
  expect(thresholdOf(draft)).toBeNull()
  expect(thresholdOf({ ...draft, triggers: ['issue.events'], count: '7', span: '2', unit: 'days' })).toEqual({
    count: 7,
    minutes: 2880,
  })
  expect(thresholdOf({ ...draft, triggers: ['issue.events'], count: '' })).toBeNull()
})

it('has what spikes and crashes need beside it', () => {
  const triggers = ['project.spike', 'release.crash_free'] as const
  expect(thresholdOf({ ...draft, triggers: [...triggers], times: '2.5', percent: '98.5' })).toEqual({
    count: 50,
    minutes: 5,
    times: 2.5,
    percent: 98.5,
  })
})

it('leaves out the condition of a rule that speaks of no issue', () => {
  expect(bodyOf({ ...draft, triggers: ['monitor.missed'] }).condition).toBe('')
})

it('keeps a rule as it is', () => {
  const times = { pace: '90', window: '5' }
  const rule = bodyOf({ ...draft, ...times, triggers: ['release.crash_free'], percent: '97', people: ['assignee'] })
  expect([rule.pace_minutes, rule.window_minutes]).toEqual([90, 5])
  expect(bodyOf(draftOf({ ...rule, id: 'rul_1', created_at: '', muted_until: null }))).toEqual(rule)
})
