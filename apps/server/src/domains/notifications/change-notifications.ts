import type { ChangeNotificationsBody } from '@bugle/protocol'
import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { fromWish, type Wishes } from './notification.ts'
import { findMembers, putOwnWishes, putProjectWishes, setOffEverywhere } from './notification-store.ts'

type Given = ChangeNotificationsBody['project']

/** Changes what was sent, and nothing else. */
export function changeNotifications(
  db: Kysely<Schema>,
  projectId: number,
  userId: string,
  { project, own }: ChangeNotificationsBody,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const [member] = await findMembers(tx, projectId, userId)
    if (member === undefined) return
    if (project != null) await putProjectWishes(tx, projectId, changed(member.project, project))
    if (own != null) await putOwnWishes(tx, projectId, userId, changed(member.own, own))
    if (own?.off_everywhere != null) await setOffEverywhere(tx, userId, own.off_everywhere)
  })
}

function changed(wishes: Wishes, given: NonNullable<Given>): Wishes {
  return {
    newIssues: given.new_issues == null ? wishes.newIssues : fromWish(given.new_issues),
    regressedIssues: given.regressed_issues == null ? wishes.regressedIssues : fromWish(given.regressed_issues),
  }
}
