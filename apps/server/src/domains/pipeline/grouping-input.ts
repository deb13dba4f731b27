import { type IngestEvent, limits } from '@bugle/protocol'
import type { GroupingInput } from '../grouping/index.ts'
import { cleanText, cleanTextToBytes } from '../storage/index.ts'

/**
 * Returns the parts of an event that grouping reads, trimmed and cleaned: the same for ingest, which groups, and
 * digest, which may have to repeat it.
 */
export function groupingInputOf(event: IngestEvent): GroupingInput {
  return {
    exception_type: cleanText(event.exception_type, limits.shortText),
    message: cleanTextToBytes(event.message, limits.messageBytes),
    stack: typeof event.stack === 'string' ? event.stack.slice(0, limits.stackBytes) : event.stack,
    platform: event.platform,
    app_id: event.app_id,
    exceptions: event.exceptions?.slice(0, limits.exceptions).map(trimmedCause),
    fingerprint: event.fingerprint?.slice(0, limits.fingerprintParts).map((part) => cleanText(part, limits.shortText)),
  }
}

type SentCause = NonNullable<IngestEvent['exceptions']>[number]

function trimmedCause({ exception_type, message, stack }: SentCause) {
  return {
    exception_type: cleanText(exception_type, limits.shortText),
    message: cleanTextToBytes(message, limits.messageBytes),
    stack: typeof stack === 'string' ? stack.slice(0, limits.stackBytes) : stack,
  }
}
