import { afterEach, beforeEach, expect, it } from 'vitest'
import { FreeSpace, type MeasuredDisk } from './free-space.ts'

let room: FreeSpace
afterEach(() => room.close())

let [now, measuredAt, ageMs] = [0, 0, 0]
beforeEach(() => {
  now = 0
  ageMs = 0
})
const roomOf = async (disk: Partial<MeasuredDisk>) => {
  const state = { hasRoom: true, usedBytes: 0, maxBytes: 1000, shareBytes: 425, owners: [], ...disk }
  room = new FreeSpace({ read: async () => ({ measuredAt: ++measuredAt, ageMs, ...state }), clock: () => now })
  await room.refresh()
  return { room, state }
}
const owners = [
  { owner: 1, usedBytes: 800, shareBytes: 400 },
  { owner: 2, usedBytes: 50, shareBytes: 400 },
]

it('while the budget is not used up, nobody is refused, however much they have', async () => {
  const { room } = await roomOf({ usedBytes: 890, owners })
  expect([1, 2, 3].map((id) => room.refusalFor(id))).toEqual([undefined, undefined, undefined])
})

it('near the end of the budget those above their share are refused, alone', async () => {
  const { room } = await roomOf({ usedBytes: 910, owners })
  expect([1, 2, 3].map((id) => room.refusalFor(id))).toEqual(['project_storage_full', undefined, undefined])
})

it('what was stored since the measurement counts', async () => {
  const { room } = await roomOf({ usedBytes: 400 })
  room.note(new Map([[1, 505]]))
  expect([1, 2].map((id) => room.refusalFor(id))).toEqual(['project_storage_full', undefined])
})

it('what was stored while the disk was measured counts until the next measurement', async () => {
  const { room } = await roomOf({ usedBytes: 400 })
  now = 1000
  room.note(new Map([[1, 505]]))
  await room.refresh()
  // Two measurements are published one after the other, as after an eviction; both began before the bytes were stored.
  for (const at of [1500, 1510]) {
    now = at
    ageMs = now - 500
    await room.refresh()
    expect(room.refusalFor(1)).toBe('project_storage_full')
  }
  now = 3000
  ageMs = 100
  await room.refresh()
  expect(room.refusalFor(1)).toBeUndefined()
})

it('at the end of the budget who filled it just now is refused, and who sends as always is not', async () => {
  const { room } = await roomOf({ usedBytes: 850, shareBytes: 400 })
  room.note(
    new Map([
      [1, 90],
      [2, 90],
      [3, 5],
    ]),
  )
  expect([1, 2, 3, 4].map((id) => room.refusalFor(id))).toEqual(['storage_full', 'storage_full', undefined, undefined])
})

it('when there is no room at all everybody is refused', async () => {
  expect((await roomOf({ usedBytes: 100, hasRoom: false })).room.refusalFor(2)).toBe('storage_full')
})
