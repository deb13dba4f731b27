import { maxAttachmentBytes } from '../../storage/index.ts'

/** Decompressed bytes of an envelope or a form; payloads that are not kept are never held. */
export const maxEnvelopeBytes = 20 * 1024 * 1024
/** Bytes of an event as it arrives; above `limits.ingestBytes` it is shrunk before it is stored. */
export const maxEventBytes = 4 * 1024 * 1024
/** Bytes of a minidump. */
export const maxDumpBytes = 10 * 1024 * 1024

/** Bytes of an item's payload that are read; other kinds of items are skipped unread. */
const readBytes = new Map<string, number>([
  ['event', maxEventBytes],
  ['security', 256 * 1024],
  ['raw_security', 256 * 1024],
  ['feedback', 256 * 1024],
  ['user_report', 64 * 1024],
  ['session', 64 * 1024],
  ['sessions', 256 * 1024],
  ['check_in', 100 * 1024],
  ['client_report', 16 * 1024],
  ['attachment', maxAttachmentBytes],
])

export function bytesToRead(type: string): number {
  return readBytes.get(type) ?? 0
}

/** The category under which Sentry's SDKs count and limit a kind of item, where it has another name. */
const categories = new Map<string, string>([
  ['profile_chunk', 'profile_chunk'],
  ['replay_event', 'replay'],
  ['replay_recording', 'replay'],
  ['replay_video', 'replay'],
  ['log', 'log_item'],
  ['otel_log', 'log_item'],
  ['statsd', 'metric_bucket'],
  ['metric_buckets', 'metric_bucket'],
  ['metric_meta', 'metric_bucket'],
])

/** Categories that an SDK may be asked to stop sending: those of the protocol's documentation that are never kept. */
const stoppable = new Set([
  'transaction',
  'span',
  'profile',
  'profile_chunk',
  'replay',
  'log_item',
  'trace_metric',
  'metric_bucket',
])

export function categoryOf(type: string): string {
  return categories.get(type) ?? type
}

/** A category that is counted by a name we know: hostile names would fill the table. */
export function countedCategoryOf(type: string): string {
  const category = categoryOf(type)
  return stoppable.has(category) || readBytes.has(category) || category === 'nel' ? category : 'unknown'
}

/** Whether an SDK of this name has been seen to stop one category and to go on with the others. */
export function understandsLimits(client: string): boolean {
  return /^sentry\.(?:javascript\.(?!react-native|capacitor|cordova|flutter)|python)/.test(client)
}

/** Seconds for which an SDK is asked not to send what is not kept. */
const stopSeconds = 3600

/**
 * Returns the header that asks an SDK to stop sending what is not kept. Only in responses of 200: some SDKs take any
 * limit beside a 429 for one of everything.
 */
export function stopHeader(client: string, unsupported: Iterable<string>): string | undefined {
  const names = [...unsupported].filter((category) => stoppable.has(category))
  if (names.length === 0 || !understandsLimits(client)) return undefined
  return `${stopSeconds}:${names.sort().join(';')}:key:unsupported`
}
