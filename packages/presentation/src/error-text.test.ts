import { ApiError } from '@bugle/api-client'
import { expect, it } from 'vitest'
import { errorText } from './error-text.ts'

const refusal = (errors: Record<string, string[]>) =>
  new ApiError({ status: 422, code: 'validation_failed', message: 'Some fields are invalid.', errors })

it('says what is wrong where no field stands beside the message', () => {
  expect(errorText(refusal({ query: ['matches 60000 issues; 10000 can be changed at once'] }))).toBe(
    'query matches 60000 issues; 10000 can be changed at once.',
  )
  expect(errorText(refusal({}))).toBe('Some fields are invalid.')
})
