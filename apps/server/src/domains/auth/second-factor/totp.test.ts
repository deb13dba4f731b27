import { describe, expect, it } from 'vitest'
import { newRecoveryCodes, newTotpSecret, recoveryHashOf, stepOf, toEnrolment } from './totp.ts'

/** `12345678901234567890`, the secret of RFC 6238's appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

describe('a code', () => {
  // Appendix B has eight digits; six are their last.
  const vectors: [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  it.each(vectors)('is RFC 6238’s at %d', (seconds, code) => {
    expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it('is good one step early and one step late, and no further', () => {
    const good = [-2, -1, 0, 1, 2, -10, 10].map((steps) => stepOf(secret, '005924', at(1_234_567_890 + steps * 30)))
    expect(good).toEqual([undefined, 41_152_263, 41_152_263, 41_152_263, undefined, undefined, undefined])
  })

  it('may be typed with spaces, and is six digits', () => {
    const now = at(1_234_567_890)
    expect(stepOf(secret, ' 005 924 ', now)).toBe(41_152_263)
    for (const wrong of ['', '5924', '0005924', '00592a', '٠٠٥٩٢٤', '005924\n', '-05924.0'])
      expect(stepOf(secret, wrong, now)).toBeUndefined()
  })
})

it('a secret has 160 bits, and its URL and picture say whose it is', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(made)
  const { otpauth_url, qr_svg } = toEnrolment(made, 'ann@example.com')
  const url = new URL(otpauth_url)
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Bugle:ann@example.com',
  ])
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ issuer: 'Bugle', secret: made })
  expect(qr_svg).toMatch(/^<svg [\s\S]*<\/svg>$/)
})

it('recovery codes are ten, of 125 bits, and forgive how they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5}$/)
  expect(recoveryHashOf('ABCD0-11 234 o')).toEqual(recoveryHashOf('abcdo-il2340'))
  expect(recoveryHashOf(codes[0]!)).not.toEqual(recoveryHashOf(codes[1]!))
})
