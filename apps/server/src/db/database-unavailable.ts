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

/** Whether an error means that there is no connection: nobody responds, or the login or the name of the database is refused. */
export function isConnectionFailure(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return isDatabaseUnavailable(error) || /^(28|3D)/.test(code)
}

/** Returns what an error says. That of a host with several addresses says nothing itself, but each of its attempts does. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return (error as Error).message
}

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** A full disk, too many connections, and the three codes of a server that is stopping or not yet started. */
const serverCodes = new Set(['53100', '53300', '57P01', '57P02', '57P03'])

/** Messages of the driver that have no code. */
const lostConnection =
  /^Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/
