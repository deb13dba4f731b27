import { ApiError } from '@bugle/api-client'
import { capitalize } from './format.ts'

/** Returns the server's message about one field. */
export function fieldError(error: unknown, field: string): string | undefined {
  const said = error instanceof ApiError ? error.errors[field]?.[0] : undefined
  return said && `${capitalize(said)}.`
}

/** Returns the server's message about a list, or about one of its entries. */
export function listError(error: unknown, field: string): string | undefined {
  const errors = error instanceof ApiError ? Object.entries(error.errors) : []
  const said = errors.find(([name]) => name === field || name.startsWith(`${field}.`))?.[1][0]
  return said && `${capitalize(said)}.`
}

/** Whether an error concerns fields alone, which report it themselves. */
export function isOfFields(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'validation_failed'
}

/**
 * Calls a function with the seconds until another attempt is allowed after a 429, as they pass; with 0 for other errors.
 *
 * @returns stops it
 */
export function countDownRetry(error: unknown, onSeconds: (left: number) => void): () => void {
  const waitMs = error instanceof ApiError && error.code === 'rate_limited' ? (error.retryAfterSeconds ?? 1) * 1000 : 0
  const end = Date.now() + waitMs
  const tick = () => onSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
  tick()
  const timer = waitMs === 0 ? undefined : setInterval(tick, 250)
  return () => clearInterval(timer)
}
