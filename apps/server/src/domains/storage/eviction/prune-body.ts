import { IngestEvent } from '@bugle/protocol'
import { readEvent, searchedTags } from '@bugle/sentry-event'

/** Limit of a permanently kept body: enough to read what happened, too little to fill a disk with. */
export const keptBytes = 16 * 1024

/** Names the fields that were left out, in the pruned body itself. */
export const prunedField = '$pruned'

/** Fields in the order in which they get room; unlisted fields come last. */
const byWorth = [
  ...['exception_type', 'message', 'platform', 'app_id', 'level', 'release', 'environment', 'dist', 'timestamp'],
  ...['user', 'user_id_anon', 'event_id', 'mechanism', 'sdk', 'repeat', 'fingerprint', 'stack', 'exceptions', 'tags'],
  ...['contexts', 'breadcrumbs', 'source_context', 'debug_meta', 'extra'],
]
/** No single text takes more than this, so that each of the first fields gets its part. */
const maxTextBytes = 6 * 1024

/**
 * Shortens the body of an event that is kept beyond the others of its issue. The screenshot goes, whole fields go, and
 * long texts are cut; a body that is short enough stays as it came. A pruned Sentry event is kept as its translation, and
 * each with all its searched tags, since the contexts that they come from may go.
 */
export function pruneBody(body: Buffer): Buffer {
  if (body.length <= keptBytes && !body.includes('"screenshot"')) return body
  const sent = readEvent(body)
  const tags = searchedTags(sent)
  const event: Record<string, unknown> = Object.keys(tags).length > 0 ? { ...sent.event, tags } : { ...sent.event }
  const pruned: string[] = []
  const kept: Record<string, unknown> = {}
  let left = keptBytes - 1024
  for (const field of Object.keys(event).sort(inOrderOfWorth)) {
    const value = event[field]
    if (field === 'screenshot') {
      if (value !== null) pruned.push(field)
      continue
    }
    const short = typeof value === 'string' ? cut(value) : value
    const bytes = Buffer.byteLength(JSON.stringify(short)) + Buffer.byteLength(field) + 4
    const fits = bytes <= left
    if (fits) {
      kept[field] = short
      left -= bytes
    }
    if ((!fits || short !== value) && Object.hasOwn(IngestEvent.properties, field)) pruned.push(field)
  }
  return Buffer.from(JSON.stringify({ ...kept, [prunedField]: pruned }))
}

/** Returns the fields that `pruneBody` left out of an event or cut; undefined when it is whole. */
export function prunedFieldsOf(event: object): string[] | undefined {
  const fields = (event as Record<string, unknown>)[prunedField]
  if (!Array.isArray(fields)) return undefined
  return fields.filter((field): field is string => Object.hasOwn(IngestEvent.properties, String(field)))
}

function inOrderOfWorth(a: string, b: string): number {
  return worthOf(a) - worthOf(b)
}

function worthOf(field: string): number {
  const index = byWorth.indexOf(field)
  return index < 0 ? byWorth.length : index
}

/** Shortens a text to the limit, by its bytes in JSON: an escaped character takes up to six. */
function cut(text: string): string {
  let short = text
  while (Buffer.byteLength(JSON.stringify(short)) > maxTextBytes) {
    const excess = Buffer.byteLength(JSON.stringify(short)) / maxTextBytes
    short = short.slice(0, Math.floor(short.length / Math.max(excess, 1.01)))
  }
  return short.toWellFormed()
}
