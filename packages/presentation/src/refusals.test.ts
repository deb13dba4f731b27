import { expect, it } from 'vitest'
import { reasonLabel, remedyOf } from './refusals.ts'
import type { Project } from './types.ts'

const project = { app_ids: ['com.example.shop'], ingest_token_last4: 'x7Qa' } as Project

it.each(['token_revoked', 'too_large', 'rate_limited', 'app_id_mismatch', 'queue_full'])(
  '%s is said in words, with what helps',
  (reason) => {
    expect(reasonLabel(reason)).not.toBe(reason)
    expect(remedyOf(reason, project)).not.toBe(remedyOf('what only its program knows', project))
  },
)

it('shows another SDK’s reason unchanged', () => {
  expect(reasonLabel('solar_flare')).toBe('solar_flare')
})
