import { ApiError } from '@bugle/api-client'
import { expect, it } from 'vitest'
import { mistakesIn } from './search-mistakes.ts'

const refusal = (...query: string[]) =>
  new ApiError({ status: 400, code: 'invalid_parameter', message: '', errors: { query } })

it('describes each mistake in a sentence about a term of the query', () => {
  const query = 'is:foo levl:error x "unclosed here'
  const error = refusal(
    'character 1: is: takes unresolved, snoozed.',
    'character 8: “levl” is no key',
    'character 21: This quote is not closed.',
  )
  const found = mistakesIn(error, query)!
  expect(found.map(({ text }) => text)).toEqual([
    'is: takes unresolved, snoozed.',
    '“levl” is no key.',
    'This quote is not closed.',
  ])
  expect(found.map(({ from, to }) => query.slice(from, to))).toEqual(['is:foo', 'levl:error', '"unclosed here'])
})

it('marks nothing for an error about the whole query, and ignores errors about something else', () => {
  expect(mistakesIn(refusal('A query may have 50 terms.'), 'a b')).toEqual([
    { text: 'A query may have 50 terms.', from: 0, to: 0 },
  ])
  expect(mistakesIn(new Error('away'), 'a')).toBeUndefined()
})
