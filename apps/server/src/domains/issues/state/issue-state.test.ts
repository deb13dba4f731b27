import { describe, expect, it } from 'vitest'
import { type Evidence, expiryOf, isRegression, type ResolvedIn } from './issue-state.ts'

const seen = (newest: Evidence['newest'], unknownRelease = false): Evidence => ({ newest, unknownRelease })

describe('a resolved issue reopens', () => {
  const cases: [why: string, where: ResolvedIn, releaseId: number | null, evidence: Evidence, isBack: boolean][] = [
    ['now, no release known: any event', 'now', null, seen(undefined, true), true],
    ['now, no release known then, a release known since', 'now', null, seen('newer'), true],
    ['now: an older release', 'now', 7, seen('older'), false],
    ['now: the release that ran then', 'now', 7, seen('same'), true],
    ['now: a newer release', 'now', 7, seen('newer'), true],
    ['now: an event without a release', 'now', 7, seen(undefined, true), true],
    ['in a release: an older one', 'release', 7, seen('older'), false],
    ['in a release: that one', 'release', 7, seen('same'), true],
    ['in a release: a newer one', 'release', 7, seen('newer'), true],
    ['in a release: an event without a release', 'release', 7, seen(undefined, true), false],
    ['in the next: the last without the fix', 'next_release', 7, seen('same'), false],
    ['in the next: a newer one', 'next_release', 7, seen('newer'), true],
    ['nothing came after the resolution', 'now', null, seen(undefined), false],
  ]
  it.each(cases)('%s', (_why, where, releaseId, evidence, isBack) => {
    expect(isRegression({ in: where, releaseId }, evidence)).toBe(isBack)
  })
})

describe('a snoozed issue', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const later = new Date('2026-11-20T12:00:01Z')
  const cases: [until: Date | null, events: number | null, users: number | null, why: string | undefined][] = [
    [later, null, null, undefined],
    [now, null, null, 'time'],
    [null, 11, null, undefined],
    [null, 10, null, 'events'],
    [null, null, 6, undefined],
    [null, null, 5, 'users'],
    [later, 11, 5, 'users'],
  ]
  it.each(cases)('until %s, %s events or %s users: %s', (until, events, users, why) => {
    expect(expiryOf({ until, events, users }, { count: 10, users: 5 }, now)).toBe(why)
  })
})
