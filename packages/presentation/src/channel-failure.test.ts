import { afterEach, expect, it } from 'vitest'
import { channelFailure } from './channel-failure.ts'
import { setTranslations } from './i18n.ts'
import { labels as german } from './labels/de.ts'

afterEach(() => setTranslations('en'))

it.each([
  'The service knows the address no longer (404).',
  'The service answered with 503.',
  'The webhook was removed.',
  'Something that a newer server says.',
])('says in English what the server does: %s', (said) => {
  expect(channelFailure(said)).toBe(said)
})

it('says it in the language of the reader, with the status', () => {
  setTranslations('de', german)
  expect(channelFailure('The service answered with 503.')).toBe('Der Dienst hat mit 503 geantwortet.')
})
