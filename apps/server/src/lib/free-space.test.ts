import { afterEach, expect, it } from 'vitest'
import { FreeSpace, type MeasuredDisk } from './free-space.ts'

let room: FreeSpace
afterEach(() => room.close())

let measuredAt = 0
const roomOf = async (disk: Partial<MeasuredDisk>) => {
  const state = { hasRoom: true, usedBytes: 0, maxBytes: 1000, shareBytes: 425, owners: [], ...disk }
  room = new FreeSpace({ read: async () => ({ measuredAt: ++measuredAt, ...state }) })
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
  // The next measurement may have been made before the last of it was stored.
  await room.refresh()
  expect(room.refusalFor(1)).toBe('project_storage_full')
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
