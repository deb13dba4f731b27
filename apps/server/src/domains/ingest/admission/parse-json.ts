import { parseBounded } from '@bugle/sentry-event'
import { Refusal } from '../../../refusal.ts'

/** Parses a body. @throws Refusal malformed_body */
export function parseJson(body: Buffer): unknown {
  try {
    return parseBounded(body)
  } catch {
    throw new Refusal('malformed_body')
  }
}
