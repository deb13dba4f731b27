import type { HexId } from '@bugle/protocol'
import { type Database, transaction } from '../../../db/database.ts'
import { awaitDigest } from '../../pipeline/index.ts'
import { refuseClosed } from '../../projects/index.ts'
import { type Attachment, addAttachments, findEventByClientId, keepLateAttachments } from '../../storage/index.ts'

/**
 * Adds files to the event that an SDK sent before, in a request of its own; one that is sent again is added once. Files whose event is not digested yet are
 * kept for it; see `createLateFileLoop`.
 *
 * @returns whether they are on disk: false if there is no such event
 */
export async function attachFiles(
  db: Database,
  event: { projectId: number; clientId: HexId | undefined; now: number },
  attachments: readonly Attachment[],
): Promise<boolean> {
  const { clientId } = event
  if (clientId === undefined) return false
  const found = await awaitDigest(db, () => findEventByClientId(db, { ...event, clientId }))
  await refuseClosed(db, event.projectId, 'overloaded')
  if (found === undefined) return keepLateAttachments(db, { ...event, clientId }, attachments)
  await transaction(db, (tx) => addAttachments(tx, found, attachments))
  return true
}
