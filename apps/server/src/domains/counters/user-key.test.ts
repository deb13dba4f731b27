import { expect, it } from 'vitest'
import { userKeyOf } from './user-key.ts'

it.each<[id: string, key: number]>([
  ['u-1', 3_918_540_888_691_699],
  ['42', 8_297_810_246_535_143],
  ['0c5f2a1e-6f0d-4a3b-9c55-0f2c3d4e5f60', 1_924_767_609_642_205],
  ['Zoë 🎺', 2_478_839_687_200_665],
])('of %s is stored: it stays the same', (id, key) => expect(userKeyOf(id)).toBe(key))

it('is missing without an id', () => {
  expect([userKeyOf(null), userKeyOf(undefined), userKeyOf('')]).toEqual([null, null, null])
})

it('is a safe integer, and differs for ids that are alike', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => userKeyOf(`user-${index}`)!)
  expect(keys.every(Number.isSafeInteger)).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})
