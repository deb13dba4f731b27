import { type Database, type Tx, transaction } from '../../../db/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { quietMsOf } from '../../../lib/quiet-hours.ts'
import { dayMs } from '../../../lib/time.ts'
import { addJob } from '../../jobs/index.ts'
import {
  type AddressedNotification,
  countMail,
  findDueProjects,
  followMerges,
  lockNotifications,
  noteMailed,
  postponeDue,
  postponeNotified,
  type QuietPeople,
  type TakenNotification,
  takeNotifications,
} from '../pending/index.ts'
import { effectiveOf, findMembers, type Member } from '../settings/index.ts'

export interface NotifyOptions {
  db: Database
  /** How long notifications are gathered before they are mailed. */
  gatherMs: number
  /** Time between two mails of a project; what happens meanwhile is in the second. */
  paceMs: number
  /** Mails to a person in an hour; beyond, they are left out, and the last one says so. */
  maxMails: number
  /** Whether members without a setting are mailed. */
  byDefault: boolean
  now: () => Date
}

/** The payload of a mail job: what it lists, and how much more there is. */
export interface IssueMailPayload {
  userId: string
  projectId: number
  notifications: TakenNotification[]
  /** Rules that reported them. */
  ruleIds?: string[]
  /** Further mails of this hour are left out. */
  isLast: boolean
}

export const issueMail = 'issue_mail'

/** Issues and others of each kind that a mail lists. */
const listed = 10
/** Age after which a mail is no longer useful. */
const keepMs = dayMs
/** Projects of one look. */
export const projectsAtOnce = 50

/**
 * Queues mails for all due notifications.
 *
 * @returns how many projects were due
 */
export async function queueDueMails(options: NotifyOptions): Promise<number> {
  const projectIds = await findDueProjects(options.db, projectsAtOnce)
  for (const projectId of projectIds) await transaction(options.db, (tx) => notifyProject(tx, projectId, options))
  return projectIds.length
}

/** Takes the notifications and queues the mails in one transaction: none is lost, and none is sent twice. */
async function notifyProject(tx: Tx, projectId: number, options: NotifyOptions): Promise<void> {
  const { gatherMs, paceMs, maxMails, byDefault, now } = options
  const last = await lockNotifications(tx, projectId)
  if (last === undefined) return
  if (last.sinceMailMs !== null && last.sinceMailMs < paceMs)
    return postponeDue(tx, projectId, paceMs - last.sinceMailMs)
  await followMerges(tx, projectId)
  await postponeNotified(tx, projectId)
  const members = await findMembers(tx, projectId)
  const quiet = quietPeopleOf(members, now())
  const notifications = await takeNotifications(tx, projectId, { aheadMs: gatherMs, listed, quiet })
  if (notifications.length === 0) return
  const areQuiet = new Set(quiet.flatMap(({ userIds }) => userIds))
  for (const member of members) {
    const wants = effectiveOf(member, byDefault)
    const isQuiet = areQuiet.has(member.userId)
    const own = notifications.filter(
      ({ kind, userIds, isUrgent }) =>
        wants(kind) && userIds?.includes(member.userId) !== false && (isUrgent || !isQuiet),
    )
    if (own.length === 0) continue
    const mails = await countMail(tx, member.userId)
    if (mails > maxMails) continue
    const payload: IssueMailPayload = {
      userId: member.userId,
      projectId,
      notifications: foldedByKind(own),
      ruleIds: [...new Set(own.flatMap(({ ruleIds }) => ruleIds))],
      isLast: mails === maxMails,
    }
    await addJob(tx, { kind: issueMail, line: 'mails', owner: `project ${projectId}`, payload, keepMs })
  }
  await noteMailed(tx, projectId)
}

/** Returns the members who are not to be mailed now unless it is urgent, by when that ends. */
function quietPeopleOf(members: readonly Member[], now: Date): QuietPeople[] {
  const quiet = members.map(({ userId, quiet }) => ({ userId, ms: quietMsOf(quiet, now) })).filter(({ ms }) => ms > 0)
  return [...groupBy(quiet, ({ ms }) => ms)].map(([ms, people]) => ({
    until: new Date(now.getTime() + ms),
    userIds: people.map(({ userId }) => userId),
  }))
}

/** Makes one of those of a kind that have other people in common. */
function foldedByKind(notifications: readonly AddressedNotification[]): TakenNotification[] {
  return [...groupBy(notifications, ({ kind }) => kind)].map(([kind, same]) => ({
    kind,
    count: same.reduce((sum, { count }) => sum + count, 0),
    issueIds: same.flatMap(({ issueIds }) => issueIds).slice(0, listed),
    subjects: same.flatMap(({ subjects }) => subjects).slice(0, listed),
  }))
}
