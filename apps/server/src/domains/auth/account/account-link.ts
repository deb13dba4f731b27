import { hashOf, newSecret } from '../tokens/index.ts'

/** The purposes of mailed links, and how long each is valid. */
export const linkMinutes = { reset_password: 60, confirm_email: 24 * 60 } as const

export type LinkPurpose = keyof typeof linkMinutes

/** Pages that links open. The token is in the fragment, which no browser sends and no proxy logs. */
const pages: Record<LinkPurpose, string> = { reset_password: '/reset-password', confirm_email: '/confirm-email' }

/** Returns a fresh token of 256 bits, its stored hash, and its link. */
export function newLink(purpose: LinkPurpose, url: string): { link: string; tokenHash: Buffer } {
  const { secret, secretHash } = newSecret()
  return { link: `${url}${pages[purpose]}#token=${secret}`, tokenHash: secretHash }
}

export function linkHashOf(token: string): Buffer {
  return hashOf(token)
}
