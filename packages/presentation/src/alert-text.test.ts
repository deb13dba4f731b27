import { alertTriggers } from '@bugle/protocol'
import { expect, it } from 'vitest'
import { firedText, muteChoices, quietText, recentText, triggerLabels, triggerText, windowText } from './alert-text.ts'

const friday = new Date(2026, 10, 27, 14, 0).getTime()
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()

it('names every trigger', () => {
  expect(Object.keys(triggerLabels()).sort()).toEqual([...alertTriggers].sort())
})

it('says the threshold of a trigger that counts', () => {
  const threshold = { count: 50, minutes: 5 }
  expect(triggerText('issue.events', threshold)).toBe('an issue has 50 events or more in 5 min')
  expect(triggerText('project.silent', { count: 1, minutes: 1440 })).toBe('no event arrives for 1 d')
  expect(triggerText('issue.new', threshold)).toBe('a new issue appears')
})

it.each([
  [5, '5 min'],
  [90, '90 min'],
  [180, '3 h'],
  [2880, '2 d'],
])('shows %i minutes as %s', (minutes, text) => {
  expect(windowText(minutes)).toBe(text)
})

it.each([
  [at(27, 3, 12), 'today 03:12'],
  [at(26, 23, 59), 'yesterday 23:59'],
  [at(24, 3, 12), 'Tuesday 03:12'],
  [at(14, 3, 12), '14 Nov 2026 03:12'],
])('says %s as %s', (iso, text) => {
  expect(recentText(iso, friday)).toBe(text)
})

it('says how often a rule would have fired', () => {
  expect(firedText(0, undefined, friday)).toBe('not once')
  expect(firedText(1, at(24, 3, 12), friday)).toBe('once, Tuesday 03:12')
  expect(firedText(1200, at(24, 3, 12), friday)).toBe('1,200 times, last Tuesday 03:12')
})

it('mutes for an hour, until nine tomorrow, and until nine next Monday', () => {
  const ends = (now: number) => muteChoices().map(({ until }) => until(now))
  expect(ends(friday)).toEqual([at(27, 15), at(28, 9), at(30, 9)])
  const monday = new Date(2026, 10, 30, 8).getTime()
  expect(ends(monday)[2]).toBe(new Date(2026, 11, 7, 9).toISOString())
})

it('says when a channel is quiet, and on which days', () => {
  const hours = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' }
  expect(quietText(hours)).toBe('22:00–07:00 (Europe/Berlin)')
  expect(quietText({ ...hours, days: [6, 5] })).toBe('22:00–07:00 (Europe/Berlin), Fri and Sat')
})
