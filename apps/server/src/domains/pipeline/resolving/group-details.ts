import { type EventWithFacts, readEvent } from '@bugle/sentry-event'
import type { Tx } from '../../../db/database.ts'
import { droppedOf, fingerprintOf, groupingOf, limitWork } from '../../grouping/index.ts'
import type { GroupDetails, SegmentEvent } from '../../storage/index.ts'
import { findBodyInSegment } from '../../storage/index.ts'
import { groupingInputOf } from './grouping-input.ts'
import { titleOf } from './title.ts'

/** Returns the details of an event's group, and the texts of its issue. */
export function groupDetailsOf(event: EventWithFacts): GroupDetails {
  const input = groupingInputOf(event)
  const grouping = groupingOf(input, limitWork())
  return {
    fingerprint: fingerprintOf(grouping),
    grouping: { ...grouping, dropped: droppedOf(input) },
    type: input.exception_type,
    message: titleOf(input.message),
  }
}

/**
 * Makes the details of an event's group from its body. Ingest sends them until one segment with them is stored; this is
 * for when that one is digested later, or was lost with a deleted issue.
 */
export async function readGroupDetails(tx: Tx, event: SegmentEvent): Promise<GroupDetails> {
  // An event that is being digested is in no pack yet.
  const body = await findBodyInSegment(tx, event)
  return groupDetailsOf(readEvent(body ?? Buffer.from('{}')))
}
