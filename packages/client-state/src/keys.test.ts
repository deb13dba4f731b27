import { QueryClient, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import * as factories from './keys.ts'

it('is the only place where keys are made: others do not compile', () => {
  // @ts-expect-error a key of one's own
  queryOptions({ queryKey: ['issues'], queryFn: () => null })
  // @ts-expect-error a key of one's own, to make another's data stale
  void new QueryClient().invalidateQueries({ queryKey: ['issues'] })
  // @ts-expect-error a key that extends another
  void new QueryClient().invalidateQueries({ queryKey: [...factories.issueKeys.lists, 'all'] })
})

it('makes a different key for each question', () => {
  const keys = Object.values(factories).flatMap((area) =>
    Object.values(area as Record<string, unknown>).map((made) =>
      JSON.stringify(typeof made === 'function' ? made('a', 'b', 'c') : made),
    ),
  )
  expect(new Set(keys).size).toBe(keys.length)
})
