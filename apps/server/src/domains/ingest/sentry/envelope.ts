import type { EnvelopeItem, ItemHeader } from '@bugle/sentry-event'
import { EnvelopeError, EnvelopeReader } from '@bugle/sentry-event'
import { Refusal } from '../../../refusal.ts'
import { maxAttachments } from '../../storage/index.ts'
import { bytesToRead, maxDumpBytes } from './item-kinds.ts'

/** The content of one request: what is kept of it, and what is counted. */
export interface Received {
  header: Record<string, unknown>
  items: EnvelopeItem[]
  /** Items that nobody keeps, and those too large to keep. */
  skipped: { header: ItemHeader; isTooLarge: boolean }[]
}

/** A reader that gathers the items of an envelope; feed it chunks, then call `end`. */
export function openEnvelope(grow: (bytes: number) => void): { push(chunk: Buffer): void; end(): Received } {
  const received: Received = { header: {}, items: [], skipped: [] }
  let attachments = 0
  const reader = new EnvelopeReader({
    grow,
    onHeader: (header) => {
      received.header = header
    },
    keepUpTo: ({ type, fields }) => {
      if (type !== 'attachment') return bytesToRead(type)
      attachments += 1
      if (attachments > maxAttachments) return 0
      return fields.attachment_type === 'event.minidump' ? maxDumpBytes : bytesToRead(type)
    },
    onItem: (item) => received.items.push(item),
    onSkipped: (header, isTooLarge) => received.skipped.push({ header, isTooLarge }),
  })
  const guarded = (run: () => void) => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error
      throw new Refusal('malformed_body', { message: `The envelope is malformed: ${error.message}.` })
    }
  }
  return {
    push: (chunk) => guarded(() => reader.push(chunk)),
    end: () => {
      guarded(() => reader.end())
      // The request keeps its listeners until it is answered, and these would keep the payloads.
      return { ...received, items: received.items.splice(0) }
    },
  }
}
