import { limits } from '@bugle/protocol'
import type { EventWithFacts, SentryFacts, SentryFrame } from '@bugle/sentry-event'
import type { RawStack } from '@bugle/stacktrace'
import { type GroupingInput, significantCodes } from '../../grouping/index.ts'
import { cleanText, cleanTextToBytes } from '../../storage/index.ts'

/**
 * Returns the parts of an event that grouping reads, trimmed and cleaned: the same for ingest, which groups, and
 * digest, which may have to repeat it.
 */
export function groupingInputOf({ event, facts }: EventWithFacts): GroupingInput {
  const sentry = facts?.grouping
  return {
    exception_type: cleanText(event.exception_type, limits.shortText),
    message: cleanTextToBytes(event.message, limits.messageBytes),
    ...(sentry && {
      template: cleanTextToBytes(sentry.message, limits.messageBytes),
      signature: signatureOf(sentry),
    }),
    stack: typeof event.stack === 'string' ? event.stack.slice(0, limits.stackBytes) : event.stack,
    platform: event.platform,
    app_id: event.app_id,
    exceptions: (sentry?.exceptions ?? event.exceptions)?.slice(0, limits.exceptions).map(trimmedCause),
    fingerprint: event.fingerprint?.slice(0, limits.fingerprintParts).map((part) => cleanText(part, limits.shortText)),
  }
}

/**
 * All of a Sentry event that can decide about its frames: every frame, of causes their types and codes, and of the nearest its
 * message, which counts where no exception has code of the customer's.
 */
function signatureOf({ frames, exceptions }: SentryFacts['grouping']): string {
  let text = frameTexts(frames)
  if (exceptions[0] !== undefined) text += `\u0005${exceptions[0].message}`
  for (const { exception_type, message, stack } of exceptions)
    text += `\u0001${exception_type}\u0000${significantCodes(message).join(' ')}\u0000${frameTexts(stack)}`
  return text
}

/** Each part begins with a character of its own, so that frames are equal exactly if their texts are. */
function frameTexts(frames: readonly SentryFrame[]): string {
  let text = ''
  // Appending what is there takes two thirds of the time of a template with all of it.
  for (const { function: name, module, file, line, column, in_app: isOwn } of frames) {
    text += isOwn ? '+' : '-'
    if (name !== undefined) text += name
    if (module !== undefined) text += `\u0000${module}`
    if (file !== undefined) text += `\u0002${file}`
    if (line !== undefined) text += `\u0003${line}`
    if (column !== undefined) text += `\u0004${column}`
    text += '\n'
  }
  return text
}

interface SentCause {
  exception_type: string
  message: string
  stack?: RawStack
}

function trimmedCause({ exception_type, message, stack }: SentCause) {
  return {
    exception_type: cleanText(exception_type, limits.shortText),
    message: cleanTextToBytes(message, limits.messageBytes),
    stack: typeof stack === 'string' ? stack.slice(0, limits.stackBytes) : stack,
  }
}
