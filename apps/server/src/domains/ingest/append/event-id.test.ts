import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { hourMs } from '../../../lib/time.ts'
import { chooseEventId } from './event-id.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number) => ms.toString(16).padStart(12, '0') + uuidv7().replaceAll('-', '').slice(12)

describe('a client’s id', () => {
  const cases: [what: string, id: string, isOwn: boolean, needsKey: boolean][] = [
    ['a UUIDv7 of now', at(now), true, false],
    ['a UUIDv7 of 23 hours ago', at(now - 23 * hourMs), true, false],
    ['a UUIDv7 of 25 hours ago, which a retry may find past the edge', at(now - 25 * hourMs), true, true],
    ['a UUIDv7 of two days and an hour ago', at(now - 49 * hourMs), false, true],
    ['a UUIDv7 of four minutes ahead', at(now + 4 * 60_000), true, false],
    ['a UUIDv7 of an hour ahead', at(now + hourMs), true, true],
    ['a UUIDv7 of 25 hours ahead, which a retry a day later finds fresh', at(now + 25 * hourMs), true, true],
    ['a UUIDv7 of two days and an hour ahead', at(now + 49 * hourMs), false, true],
    ['a UUIDv4', 'a0c9d7e2-0d5b-4c8e-9d5b-0d5b4c8e9d5b', false, true],
    ['the nil UUID', '00000000-0000-0000-0000-000000000000', false, true],
    ['the max UUID', 'ffffffff-ffff-ffff-ffff-ffffffffffff', false, true],
    ['a UUIDv7 of another variant', `${at(now).slice(0, 16)}c${at(now).slice(17)}`, false, true],
  ]
  it.each(cases)('%s', (_, id, isOwn, needsKey) => {
    const chosen = chooseEventId(id, undefined, now)
    expect(chosen.eventId === id.replaceAll('-', '')).toBe(isOwn)
    expect(chosen.key !== undefined).toBe(needsKey)
    expect(chosen.eventId).toMatch(/^[0-9a-f]{32}$/)
  })

  it('is one id in every spelling', () => {
    const id = 'A0C9D7E2-0D5B-4C8E-9D5B-0D5B4C8E9D5B'
    const keys = [id, id.toLowerCase(), id.replaceAll('-', '')].map((text) => chooseEventId(text, undefined, now).key)
    expect(new Set(keys).size).toBe(1)
  })
})

it('an Idempotency-Key decides, whatever the id; equal texts of both kinds are two keys', () => {
  const id = 'a0c9d7e2-0d5b-4c8e-9d5b-0d5b4c8e9d5b'
  const [byId, byKey] = [chooseEventId(id, undefined, now).key, chooseEventId(null, id, now).key]
  expect(byId).not.toBe(byKey)
  expect(chooseEventId(id, 'k', now).key).toBe(chooseEventId(null, 'k', now).key)
})

it('without any of them every event has a new id and needs no key', () => {
  const chosen = Array.from({ length: 1000 }, () => chooseEventId(undefined, undefined, now))
  expect(new Set(chosen.map(({ eventId }) => eventId)).size).toBe(1000)
  expect(chosen.every(({ key }) => key === undefined)).toBe(true)
})
