import { expect, it } from 'vitest'
import { cureOf, reasonWord } from './cures.ts'
import type { Project } from './queries.ts'

const project = { app_ids: ['com.example.shop'], ingest_token_last4: 'x7Qa' } as Project

it.each(['token_revoked', 'too_large', 'rate_limited', 'app_id_mismatch', 'queue_full'])(
  '%s is said in words, with what helps',
  (reason) => {
    expect(reasonWord(reason)).not.toBe(reason)
    expect(cureOf(reason, project)).not.toBe(cureOf('what only its program knows', project))
  },
)

it('the reason of another client stands as it came', () => {
  expect(reasonWord('solar_flare')).toBe('solar_flare')
})
