import { ApiError } from '@bugle/api-client'
import { afterEach, expect, it } from 'vitest'
import { fieldError } from './form-errors.ts'
import { setTranslations } from './i18n.ts'
import { labels as german } from './labels/de.ts'

afterEach(() => setTranslations('en'))

/** Messages of the server, as its validation and its domains write them. */
const known = [
  'is required',
  'must not be empty',
  'must be a valid e-mail address',
  'must have at least 8 characters',
  'must have at most 200 characters',
  'must have at most 20, app_id included',
  'is blank or contains characters that are not allowed',
  'is taken already',
  'is in use already',
  'is wrong',
  'is wrong, or was used already',
  'is one of the first to be guessed',
  'must be the one that was invited',
]
const refusal = (said: string) =>
  fieldError(new ApiError({ status: 422, code: 'validation_failed', message: '', errors: { field: [said] } }), 'field')

it.each(known)('says in the language of the reader that a field %s', async (said) => {
  expect(refusal(said)).toBe(`${said[0]!.toUpperCase()}${said.slice(1)}.`)
  setTranslations('de', german)
  expect(refusal(said)).not.toMatch(/\b(?:is|must|was|have)\b/)
  expect(/\d+/.exec(refusal(said)!)?.[0]).toBe(/\d+/.exec(said)?.[0])
})

it('keeps a message that it does not know', () => {
  setTranslations('de', german)
  expect(refusal('must be up to 8 sha1s')).toBe('Must be up to 8 sha1s.')
})
