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

/** Returns when another attempt is allowed after a 429; undefined for other errors. */
export function waitEnd(error: unknown, now: number): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited') return undefined
  return now + (error.retryAfterSeconds ?? 1) * 1000
}

/** Calls a function with the seconds left, as they pass. @returns stops it */
export function countDown(end: number, onSeconds: (left: number) => void): () => void {
  const tick = () => onSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
  tick()
  const timer = setInterval(tick, 250)
  return () => clearInterval(timer)
}
