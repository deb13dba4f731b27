/** Reason why the embedded database cannot run, in a sentence or two for the operator. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
}

/**
 * Converts system errors to sentences. At this level they mean that the machine refuses (full disk, read-only folder,
 * foreign owner). Errors without a code are bugs, and are returned unchanged.
 */
export function explainError(error: unknown, dataDirectory: string): unknown {
  if (error instanceof EmbeddedDatabaseError || !isSystemError(error)) return error
  const hint = hints[error.code] ?? ''
  return new EmbeddedDatabaseError(
    `The embedded database in ${dataDirectory} could not be started: ${error.message}.${hint}`,
    { cause: error },
  )
}

const hints: Record<string, string> = {
  EACCES: ' Start Bugle as the account that owns this folder.',
  EPERM: ' Start Bugle as the account that owns this folder.',
  ENOSPC: ' The disk is full.',
  EROFS: ' The folder is read-only.',
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string'
}
