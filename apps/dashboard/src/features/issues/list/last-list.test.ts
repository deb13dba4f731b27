import { expect, it } from 'vitest'
import type { Issue } from '../queries.ts'
import { keepLastList, neighborsOf } from './last-list.ts'

const issues = Array.from({ length: 100 }, (_, at) => ({ id: `iss_${at}`, substatus: 'ongoing' }) as Issue)

it('numbers an issue within its whole list, loaded or not', () => {
  keepLastList({ issues, total: 10_000, seenAt: undefined, href: '/projects/prj_1/issues' })
  expect(neighborsOf('iss_2')).toMatchObject({ position: 3, total: 10_000, before: 'iss_1', after: 'iss_3' })
  expect(neighborsOf('iss_0')?.before).toBeUndefined()
  expect(neighborsOf('iss_elsewhere')).toBeUndefined()
})
