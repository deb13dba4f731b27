import { Refusal } from '../../../refusal.ts'
import type { Attachment } from '../../storage/index.ts'
import type { ItemSender } from './item-deps.ts'

/**
 * Counts files as stored before they are: with many requests under way, megabytes each would be noticed too late.
 *
 * @throws Refusal if there is no room for them
 */
export function takeSpaceFor({ deps: { freeSpace }, token }: ItemSender, attachments: readonly Attachment[]): void {
  if (attachments.length === 0) return
  const { projectId } = token!
  const full = freeSpace.refusalFor(projectId)
  if (full !== undefined) throw new Refusal(full, { retryAfterSeconds: 60 })
  freeSpace.note(new Map([[projectId, attachments.reduce((sum, { data }) => sum + data.length, 0)]]))
}
