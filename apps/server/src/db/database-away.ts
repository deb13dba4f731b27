/**
 * Whether an error means that the database cannot be used just now: it is starting, stopping, restarting, out of
 * connections or of disk. Whoever asked may try again; nothing is wrong with the question.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'connect' || socketCodes.has(code) || serverCodes.has(code) || code.startsWith('08')) return true
  return lostConnection.test(error.message)
}

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** A full disk, too many connections, and the three ways in which a server says that it is going down or not yet up. */
const serverCodes = new Set(['53100', '53300', '57P01', '57P02', '57P03'])

/** What the driver says without a code. */
const lostConnection =
  /^Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/
