import type pg from 'pg'
import { awaitDigest } from '../../pipeline/index.ts'
import { type Attachment, addAttachments, findEventByClientId } from '../../storage/index.ts'

/**
 * Adds files to the event that an SDK sent before, in a request of its own.
 *
 * @returns whether they are on disk: false if there is no such event
 */
export async function attachFiles(
  pool: pg.Pool,
  event: { projectId: number; clientId: string | undefined; now: number },
  attachments: readonly Attachment[],
): Promise<boolean> {
  const { clientId } = event
  if (clientId === undefined) return false
  const found = await awaitDigest(pool, () => findEventByClientId(pool, { ...event, clientId }))
  if (found === undefined) return false
  await addAttachments(pool, found, attachments)
  return true
}
