import { limits } from '@bugle/protocol'
import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { takeKeyLock } from '../../../db/locks.ts'
import type { Caller } from '../../../http/caller.ts'
import { Refusal } from '../../../refusal.ts'
import type { IssueKey } from '../../live-updates/index.ts'
import { publishUpdated } from '../../live-updates/index.ts'
import { holdProjects } from '../../projects/index.ts'
import { countComments, type Mention, recordActivity } from './activity-store.ts'

/** Adds a comment to an issue. Returns the number of its entry in the history. */
export function addComment(
  db: Database,
  issue: IssueKey,
  caller: Caller,
  { text, mentions, onAdded }: { text: string; mentions: Mention[]; onAdded: (tx: Tx, id: number) => Promise<void> },
): Promise<number> {
  return transaction(db, async (tx) => {
    await holdProjects(tx, caller, [issue.projectId])
    await takeKeyLock(tx, 'comments', issue.issueId)
    if ((await countComments(tx, issue)) >= limits.comments)
      throw new Refusal('validation_failed', {
        errors: { text: [`the issue has ${limits.comments} comments already`] },
      })
    const id = await recordActivity(tx, issue, caller.userId, {
      kind: 'commented',
      details: { text, ...(mentions.length > 0 && { mentions }) },
    })
    await onAdded(tx, id)
    await publishUpdated(tx, [issue])
    return id
  })
}
