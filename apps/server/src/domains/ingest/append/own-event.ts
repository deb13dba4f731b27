import type { HexId, IngestEvent } from '@bugle/protocol'
import { uuidv7obj } from 'uuidv7'
import type { Tx } from '../../../db/database.ts'
import { findSender } from '../../projects/index.ts'
import { appendSegment, compressSegment, namedGroupOf } from '../../storage/index.ts'
import { prepareEvent } from './prepare-event.ts'
import { StoredGroups } from './stored-groups.ts'

/** Events of one segment. */
const segmentEvents = 400

/**
 * Appends events of Bugle's own, such as failures of monitors, within a transaction: digest treats them like any other.
 *
 * @returns the group of each; undefined if the project has no live token any more
 * @throws Error while the project moves to another bucket: the transaction is to be done again, or there
 */
export async function appendOwnEvents(
  tx: Tx,
  { projectId, shard, now }: { projectId: number; shard: number; now: number },
  events: readonly Omit<IngestEvent, 'app_id'>[],
): Promise<(HexId | undefined)[]> {
  const sender = await findSender(tx, projectId)
  if (sender === undefined) return events.map(() => undefined)
  const groups = new StoredGroups()
  const accepted = events.map((fields) => {
    const event: IngestEvent = { ...fields, app_id: sender.appId }
    return prepareEvent({ event }, Buffer.from(JSON.stringify(event)), {
      projectId,
      tokenId: sender.tokenId,
      hasArtifacts: false,
      now,
      groups,
      id: { eventId: uuidv7obj().toHex() as HexId, key: undefined },
    })
  })
  const named: (HexId | undefined)[] = []
  for (let from = 0; from < accepted.length; from += segmentEvents) {
    const some = accepted.slice(from, from + segmentEvents)
    const segment = { shard, events: some, ...compressSegment(some.map(({ body }) => body)) }
    const { dead, moving } = await appendSegment(tx, segment)
    if (moving.size > 0) throw new Error(`project ${projectId} moves to another bucket`)
    named.push(...some.map(({ columns }) => (dead.size > 0 ? undefined : namedGroupOf(columns))))
  }
  return named
}
