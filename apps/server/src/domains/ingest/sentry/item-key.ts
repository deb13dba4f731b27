import { type HexId, parseHexId } from '@bugle/protocol'
import type { EnvelopeItem } from '@bugle/sentry-event'
import { keyOf } from '../items/index.ts'
import type { Received } from './envelope.ts'

type Fields = Record<string, unknown>

/**
 * Returns the key that recognizes an item which an SDK sends again; undefined where the item has an id that the worker recognizes it
 * by, as sessions and check-ins have, or where nothing tells it from an equal one: two processes may report equal sums
 * (docs/adr/0049-what-is-sent-again-counts-once.md).
 *
 * @param index position in the envelope, which tells equal items of one envelope apart
 */
export function itemKeyOf(
  { header: { type }, payload }: EnvelopeItem,
  sent: Fields,
  { header, index }: Pick<Received, 'header'> & { index: number },
): HexId | undefined {
  const envelope = parseHexId(header.event_id) ?? textOf(header.sent_at)
  const inEnvelope = envelope === undefined ? undefined : keyOf([type, envelope, index], payload)
  switch (type) {
    case 'sessions':
      return inEnvelope
    case 'check_in':
      return /[1-9a-f]/i.test(parseHexId(sent.check_in_id) ?? '') ? undefined : inEnvelope
    case 'feedback': {
      const own = parseHexId(sent.event_id)
      return own === undefined ? inEnvelope : keyOf([type, own])
    }
    case 'user_report':
      return parseHexId(sent.event_id) === undefined ? inEnvelope : undefined
    case 'client_report':
      // It is attached to another envelope, or to none, when it is sent again; its time is that of its counts.
      return sent.timestamp === undefined ? inEnvelope : keyOf([type], payload)
    default:
      return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
