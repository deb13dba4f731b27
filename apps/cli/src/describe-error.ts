import { ApiError } from '@bugle/api-client'
import { SourcemapsError } from '@bugle/sourcemaps'
import { type ExitCode, exitCodes, Failure } from './failure.ts'

/** An error as the user sees it. */
export interface DescribedError {
  exitCode: ExitCode
  /** Branch on it in scripts: a code of the API, or `failed`, `usage`, `denied` and the like. */
  code: string
  message: string
  /** Messages by field of the request. */
  errors?: Record<string, string[]>
  remedy?: string
  requestId?: string
}

/** Turns whatever a command threw into a sentence, the command that helps, and an exit code; undefined for a bug. */
export function describeError(error: unknown, url: string | undefined): DescribedError | undefined {
  if (error instanceof Failure) {
    const { exitCode, message, remedy } = error
    return { exitCode, code: nameOf(exitCode), message, ...(remedy === undefined ? {} : { remedy }) }
  }
  if (error instanceof SourcemapsError) return { exitCode: exitCodes.failed, code: 'failed', message: error.message }
  if (error instanceof ApiError) return describeRefusal(error, url)
  if (isSystemError(error)) return { exitCode: exitCodes.failed, code: error.code, message: error.message }
  return undefined
}

function describeRefusal(error: ApiError, url = 'the server'): DescribedError {
  const { status, code, errors, requestId, retryAfterSeconds } = error
  const remedy = remedies[code]
  const meaning = meanings[code] === undefined ? '' : ` ${meanings[code]}`
  const wait = retryAfterSeconds === undefined ? '' : ` Retry in ${retryAfterSeconds} s.`
  return {
    exitCode: exitCodeOf(status),
    code,
    message: code === 'no_response' ? `${url} did not respond${causeOf(error)}.` : `${error.message}${meaning}${wait}`,
    ...(Object.keys(errors).length === 0 ? {} : { errors }),
    ...(remedy === undefined ? {} : { remedy }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

/** Advice about a refused event, beyond the message of the server. */
const meanings: Partial<Record<string, string>> = {
  invalid_ingest_token:
    'Copy the one that the project shows under Send events: it begins with bgl_live_. A replaced token ends at once, or after its grace; an API token sends nothing.',
  app_id_mismatch:
    'Give the app id of the project, which `bugle projects list` prints, or add this one to its settings.',
  subscription_inactive: 'The trial or the subscription has ended; SDKs keep their events meanwhile.',
  project_storage_full: 'Delete what is no longer needed, or ask the operator for more.',
  overloaded: 'SDKs try again by themselves.',
  unreadable: 'Something other than Bugle responds at this address: compare it with BUGLE_URL of the server.',
}

const remedies: Partial<Record<string, string>> = {
  unauthenticated: 'bugle login',
  session_replaced: 'bugle login',
  challenge_expired: 'bugle login',
  invalid_credentials: 'bugle login',
  invalid_totp: 'bugle login',
  no_response: 'bugle doctor',
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.denied
  if (status === 404) return exitCodes.nothingFound
  return status === 400 || status === 422 ? exitCodes.usage : exitCodes.failed
}

function nameOf(exitCode: ExitCode): string {
  return Object.entries(exitCodes).find(([, code]) => code === exitCode)![0]
}

/** The innermost cause of a failed connection: `fetch failed` alone says nothing. */
function causeOf(error: Error): string {
  let cause: unknown = error.cause
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (!(cause instanceof Error)) return ''
  const text = cause.message || (isSystemError(cause) ? cause.code : '')
  return text === '' ? '' : `: ${text}`
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error
}
