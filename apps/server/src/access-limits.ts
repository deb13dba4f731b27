/** How often somebody may guess, register and ask for mails. */
export interface AccessLimits {
  /** Failed logins per minute for one e-mail from one address. */
  loginFailures: number
  /** Failed logins per minute from one address. */
  loginFailuresAddress: number
  /** Failed logins in two minutes for one e-mail from all addresses. */
  loginFailuresEmail: number
  /** Passwords checked or set per minute from one address, correct ones included. */
  passwordsAddress: number
  /** Milliseconds that a password waits for its turn to be hashed, before it is refused. */
  passwordWaitMs: number
  /** Registrations per hour from one address. */
  registrationsAddress: number
  /** Requested mails, such as those of a reset, per hour to one e-mail. */
  mailsEmail: number
  /** Requested mails per hour from one address. */
  mailsAddress: number
  /** Wrong codes of a second factor per hour for one account. */
  totpFailures: number
}

/** Limits of every server. They are no settings: only the project's own tests have others. */
export const accessLimits: AccessLimits = {
  // A person mistypes a few times; a guesser needs many attempts.
  loginFailures: 5,
  // A team behind one address stays below it.
  loginFailuresAddress: 20,
  // Strangers can exhaust it, so the window is short: the owner can log in again within two minutes.
  loginFailuresEmail: 20,
  // Hashing is slow on purpose; a loop of successful logins must not lock others out.
  passwordsAddress: 60,
  // A person waits so long; then an answer is better than a longer line.
  passwordWaitMs: 5000,
  // Registration reveals whether an e-mail is taken.
  registrationsAddress: 20,
  // Enough for a person, too few to be a nuisance.
  mailsEmail: 3,
  // A team behind one address stays below it.
  mailsAddress: 20,
  // Somebody who knows the password would need years. Recovery codes keep working meanwhile.
  totpFailures: 10,
}
