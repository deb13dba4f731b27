import { createHash } from 'node:crypto'

/** How many failures are let through. Rights are never counted. */
export interface LoginLimits {
  /** Wrong logins in a minute for one e-mail from one address. */
  failures: number
  /** Wrong logins in a minute from one address. */
  failuresAddress: number
  /** Wrong logins in two minutes for one e-mail from all addresses: others can use it up, so it is soon over. */
  failuresEmail: number
  /** Registrations in an hour from one address, also those that find the e-mail taken. */
  registrationsAddress: number
}

/** A login attempt, as the limit sees it. */
export interface Attempt {
  emailHash: Buffer
  /** Or what stands in its place for a known sender. */
  address: string
  /** Whether earlier logins know the sender: what others failed with the e-mail does not count. */
  isKnown?: boolean
}

export function attemptOf(email: string, address: string): Attempt {
  return { emailHash: createHash('sha256').update(email.toLowerCase()).digest(), address }
}
