/**
 * Whether an error means that the database is temporarily unavailable: starting, stopping, restarting, or out of
 * connections or disk space. The caller may retry; nothing is wrong with the query.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (syscall === 'connect' || socketCodes.has(code) || serverCodes.has(code) || code.startsWith('08')) return true
  return lostConnection.test(error.message)
}

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** A full disk, too many connections, and the three codes of a server that is stopping or not yet started. */
const serverCodes = new Set(['53100', '53300', '57P01', '57P02', '57P03'])

/** Messages of the driver that have no code. */
const lostConnection =
  /^Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/
