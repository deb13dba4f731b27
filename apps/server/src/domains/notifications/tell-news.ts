import type { Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { addJob } from '../jobs/index.ts'
import {
  countMail,
  findDueProjects,
  holdBackTold,
  lockTelling,
  noteTold,
  putOff,
  type TakenNews,
  takeNews,
} from './news-store.ts'
import { toldOf } from './notification.ts'
import { findMembers } from './notification-store.ts'

export interface TellingOptions {
  db: Kysely<Schema>
  /** How long news are gathered before they are told. */
  gatherMs: number
  /** Time between two mails of a project; what happens meanwhile is in the second. */
  paceMs: number
  /** Mails to a person in an hour; beyond, they are left out, and the last one says so. */
  maxMails: number
  /** Whether people are told who have not said. */
  byDefault: boolean
}

/** A mail that is to be sent: which issues it tells of, and how many more there are. */
export interface IssueMailPayload {
  userId: string
  projectId: number
  news: TakenNews[]
  /** Further mails of this hour are left out. */
  isLast: boolean
}

export const issueMail = 'issue_mail'

/** An issue is told of once in this time. */
const issueRestMs = 3_600_000
/** Issues of each kind that a mail lists. */
const listed = 10
/** A mail that comes later than this helps nobody. */
const keepMs = 24 * 3_600_000
const projectsAtOnce = 50

/** Makes mails of all news that are due. @returns how many projects there were */
export async function tellNews(options: TellingOptions): Promise<number> {
  const projectIds = await findDueProjects(options.db, projectsAtOnce)
  for (const projectId of projectIds)
    await options.db.transaction().execute((tx) => tellProject(tx, projectId, options))
  return projectIds.length
}

/** In one transaction the news go and the mails are there: neither is lost, and nothing is told twice. */
async function tellProject(tx: Kysely<Schema>, projectId: number, options: TellingOptions): Promise<void> {
  const { gatherMs, paceMs, maxMails, byDefault } = options
  const telling = await lockTelling(tx, projectId)
  if (telling === undefined) return
  if (telling.sinceToldMs !== null && telling.sinceToldMs < paceMs)
    return putOff(tx, projectId, paceMs - telling.sinceToldMs)
  await holdBackTold(tx, projectId, issueRestMs)
  const news = await takeNews(tx, projectId, gatherMs, listed)
  if (news.length === 0) return
  for (const member of await findMembers(tx, projectId)) {
    const told = toldOf(member, byDefault)
    const own = news.filter(({ kind }) => told[kind])
    if (own.length === 0) continue
    const mails = await countMail(tx, member.userId)
    if (mails > maxMails) continue
    const payload: IssueMailPayload = { userId: member.userId, projectId, news: own, isLast: mails === maxMails }
    await addJob(tx, { kind: issueMail, payload, keepMs })
  }
  await noteTold(tx, projectId)
}
