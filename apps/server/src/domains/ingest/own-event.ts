import type { HexId, IngestEvent } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import type { Tx } from '../../db/database.ts'
import { findSender } from '../projects/index.ts'
import { appendSegment, compressSegment, namedGroupOf } from '../storage/index.ts'
import { prepareEvent } from './prepare-event.ts'
import { StoredGroups } from './stored-groups.ts'

/**
 * Appends an event of Bugle's own, such as the failure of a monitor, within a transaction: digest treats it like any
 * other.
 *
 * @returns its group, or undefined if the project has no live token any more
 */
export async function appendOwnEvent(
  tx: Tx,
  { projectId, shard, now }: { projectId: number; shard: number; now: number },
  fields: Omit<IngestEvent, 'app_id'>,
): Promise<HexId | undefined> {
  const sender = await findSender(tx, projectId)
  if (sender === undefined) return undefined
  const event: IngestEvent = { ...fields, app_id: sender.appId }
  const body = Buffer.from(JSON.stringify(event))
  const accepted = prepareEvent(event, body, {
    projectId,
    tokenId: sender.tokenId,
    hasArtifacts: false,
    id: { eventId: uuidv7obj().toHex() as HexId, key: undefined },
    now,
    groups: new StoredGroups(),
  })
  const { dead } = await appendSegment(tx, { shard, events: [accepted], ...compressSegment([body]) })
  return dead.size > 0 ? undefined : namedGroupOf(accepted.columns)
}
