const factors = ['totp', 'passkey'] as const
type Factor = (typeof factors)[number]

/** A login that still needs a second factor. */
export interface Challenge {
  token: string
  /** Those that the account has. */
  factors: Factor[]
}

export function isFactor(text: string): text is Factor {
  return (factors as readonly string[]).includes(text)
}
