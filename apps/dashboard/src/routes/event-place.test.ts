import { expect, it } from 'vitest'
import type { EventResponse } from '../features/events/queries.ts'
import { createPlaces } from './event-place.ts'

const response = (position: number, next_id: string | null) => ({ position, next_id }) as EventResponse

it('counts what arrives after the response as newer, by the count that the screen shows', () => {
  const placeOf = createPlaces()
  const latest = response(1, null)
  expect(placeOf(latest, 218)).toEqual({ total: 218, newer: 0 })
  expect(placeOf(latest, 222)).toEqual({ total: 222, newer: 4 })
  const older = response(11, 'evt_1')
  expect(placeOf(older, 222)).toEqual({ total: 222, newer: 10 })
  expect(placeOf(older, 230)).toEqual({ total: 230, newer: 18 })
})
