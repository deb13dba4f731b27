import type { IngestEvent } from '@bugle/protocol'
import { droppedOf, fingerprintOf, groupingOf } from '../grouping/index.ts'
import type { GroupDetails } from './event-columns.ts'
import { groupingInputOf } from './grouping-input.ts'

/** What an event makes of its group, and says of its issue. */
export function groupDetailsOf(event: IngestEvent): GroupDetails {
  const input = groupingInputOf(event)
  const grouping = groupingOf(input)
  return {
    fingerprint: fingerprintOf(grouping),
    grouping: { ...grouping, dropped: droppedOf(input) },
    type: input.exception_type,
    message: input.message.slice(0, 1000),
  }
}
