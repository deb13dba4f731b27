import { expect, it } from 'vitest'
import { timeOfUuid, uuidv7 } from './uuid.ts'

it('sorts ids of one process as they were made, also within a millisecond and when the clock is put back', () => {
  // Newer than the ids of other tests in this process.
  const at = Date.now()
  const ids = Array.from({ length: 5000 }, (_, i) => uuidv7(i < 2500 ? at : at - 5000))
  expect(new Set(ids).size).toBe(5000)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids[0]! >= timeOfUuid(at)).toBe(true)
})
