import { inBucket, isBucketAway, mainBucket } from '../../../db/buckets.ts'
import { type Database, type Queryable, type Tx, transaction } from '../../../db/database.ts'
import { groupBy } from '../../../lib/group-by.ts'
import { Loop } from '../../../lib/loop.ts'
import { quietMsOf } from '../../../lib/quiet-hours.ts'
import { dayMs, hourMs, minuteMs } from '../../../lib/time.ts'
import type { Pusher, PushKeys } from '../../../ports/pusher.ts'
import {
  decisionKinds,
  findFeedbackTexts,
  findReportedIssues,
  findSurvivors,
  isIssueKind,
  isProjectKind,
} from '../pending/index.ts'
import { findMembers, pushedOf } from '../settings/index.ts'
import { getPushKeys, type PushKeyDeps } from './push-keys.ts'
import { pushMessageOf, type ReportedPush } from './push-message.ts'
import {
  type DueBucket,
  type DuePush,
  findDueIssues,
  findDuePushes,
  forgetOldPushes,
  markPushed,
  postponePushes,
} from './push-queue-store.ts'
import {
  claimDueSubscriptions,
  loseSubscription,
  noteFailure,
  noteSent,
  quietSubscription,
  removeSubscription,
  restSubscription,
  type Subscription,
} from './push-subscription-store.ts'

export interface PushLoopOptions {
  db: Database
  sealer: PushKeyDeps['sealer']
  pusher: Pusher
  /** Public origin, where messages lead. */
  url: string
  now: () => Date
  /** Time between two messages to a device. */
  paceMs: number
  /** Tells the fate of the last session on a device: `replaced` by one elsewhere, `idle` for too long, `ended` by somebody. */
  findSessionState: (tokenId: number) => Promise<'live' | 'replaced' | 'idle' | 'ended'>
  /** Queues the mail about a device that can no longer be reached. */
  mailLost: (tx: Tx, lost: { userId: string; device: string | null }) => Promise<void>
  onResult?: (result: 'sent' | 'gone' | 'failed') => void
  onFailed: (error: unknown) => void
}

/** Messages on their way at once; a slow push service delays no other. */
const atOnce = 16
/** Longer than an attempt takes; afterwards another worker may try. */
const leaseMs = 60_000
/** Age after which a message is no longer useful. */
const keepMs = dayMs
/** About a day of failed attempts; the device is then taken for gone. */
const maxFailures = 30
const firstRetryMs = 15_000
/** When changes of projects whose bucket is away are tried again. */
const awayMs = minuteMs

/** Sends to each device the changes that are due. Any number of workers may run it. */
export function createPushLoop(options: PushLoopOptions): Pick<Loop, 'start' | 'stop' | 'wake'> {
  const { db, onFailed } = options
  const underway = new Set<Promise<void>>()
  const loop = new Loop({
    onFailed,
    run: async () => {
      const room = atOnce - underway.size
      if (room === 0) return undefined
      for (const subscription of await claimDueSubscriptions(db, { limit: room, leaseMs })) {
        const sending = send(options, subscription)
          .catch(onFailed)
          .finally(() => {
            underway.delete(sending)
            loop.wake()
          })
        underway.add(sending)
      }
      return undefined
    },
  })
  return {
    start: () => {
      loop.start()
      // With the first start, so that the first subscription waits for nothing. A later use makes up for a failure.
      void keysOf(options).catch(onFailed)
    },
    wake: (afterMs) => loop.wake(afterMs),
    stop: async () => {
      await loop.stop()
      await Promise.all(underway)
    },
  }
}

async function send(options: PushLoopOptions, subscription: Subscription): Promise<void> {
  const { db, pusher, url, now, paceMs, findSessionState, onResult } = options
  const { id, tokenId } = subscription
  const session = tokenId === null ? 'idle' : await findSessionState(tokenId)
  if (session === 'ended') return removeSubscription(db, { id })
  if (session === 'idle') return lose(options, subscription)
  const quiet = quietMsOf(subscription, now())
  const buckets = await findDueBuckets(options, id)
  const found = await findDuePushes(db, id, buckets)
  const due = quiet > 0 ? found.filter(({ isUrgent }) => isUrgent) : found
  if (due.length === 0 && quiet > 0) return quietSubscription(db, id, quiet)
  const reported = await report(db, subscription.userId, { due, buckets })
  if (reported.length === 0) {
    await markPushed(db, id, due)
    return restSubscription(db, id, 0)
  }
  const { message, options: how } = pushMessageOf(reported, subscription, url)
  const result = await pusher.push(subscription, JSON.stringify(message), await keysOf(options), how)
  onResult?.(result.kind)
  if (result.kind === 'gone') return lose(options, subscription)
  if (result.kind === 'sent') {
    await markPushed(db, id, due)
    return noteSent(db, id, paceMs)
  }
  if (subscription.failures + 1 >= maxFailures) return lose(options, subscription)
  await forgetOldPushes(db, id, keepMs)
  const backOffMs = Math.min(hourMs, firstRetryMs * 2 ** Math.min(subscription.failures, 10))
  await noteFailure(db, id, result.why, Math.max(backOffMs, result.retryAfterMs ?? 0))
}

/** A device that is no longer notified is not silent about it: its owner is told by mail, and in the list of devices. */
async function lose({ db, mailLost }: PushLoopOptions, { id, userId, device }: Subscription): Promise<void> {
  await transaction(db, async (tx) => {
    if (await loseSubscription(tx, id)) await mailLost(tx, { userId, device })
  })
}

function keysOf({ db, sealer, pusher }: PushLoopOptions): Promise<PushKeys> {
  return getPushKeys({ db, sealer, makeKeys: () => pusher.makeKeys() })
}

/** Returns buckets with projects of due changes, and postpones the changes of those that are away. */
async function findDueBuckets({ db, onFailed }: PushLoopOptions, id: number): Promise<DueBucket[]> {
  const buckets: DueBucket[] = []
  for (const [name, issues] of groupBy(await findDueIssues(db, id), ({ bucket }) => bucket))
    try {
      buckets.push({ name, issues, survivors: await inBucket(name, () => findSurvivors(db, issues)) })
    } catch (error) {
      if (name === mainBucket || !isBucketAway(error)) throw error
      onFailed(error)
      const projectIds = issues.map(({ projectId }) => projectId)
      await postponePushes(db, id, projectIds, awayMs)
    }
  return buckets
}

/** Returns what is worth a message still, of projects that the user may still see and wants to know of. */
async function report(
  db: Queryable,
  userId: string,
  { due, buckets }: { due: readonly DuePush[]; buckets: readonly DueBucket[] },
): Promise<ReportedPush[]> {
  const reported: ReportedPush[] = []
  for (const { name, issues } of buckets) {
    const projectIds = new Set(issues.map(({ projectId }) => projectId))
    const own = due.filter(({ projectId }) => projectIds.has(projectId))
    reported.push(...(await inBucket(name, () => reportBucket(db, userId, own))))
  }
  return reported
}

async function reportBucket(db: Queryable, userId: string, due: readonly DuePush[]): Promise<ReportedPush[]> {
  const reported: ReportedPush[] = []
  for (const [projectId, changes] of groupBy(due, (push) => push.projectId)) {
    const [member] = await findMembers(db, projectId, userId)
    if (member === undefined) continue
    const wants = pushedOf(member)
    const wanted = changes.filter(({ kind, isRecent }) => wants(kind) && !isRecent)
    const project = { projectId, projectName: member.projectName }
    reported.push(...(await reportIssues(db, project, wanted)), ...(await reportProject(db, project, wanted)))
  }
  return reported
}

type Reporting = Pick<ReportedPush, 'projectId' | 'projectName'>

/** Returns changes of issues that are open, and decisions about any. */
async function reportIssues(db: Queryable, project: Reporting, changes: readonly DuePush[]): Promise<ReportedPush[]> {
  const ids = [...new Set(changes.filter(({ kind }) => isIssueKind(kind)).map(({ issueId }) => issueId))]
  if (ids.length === 0) return []
  const issues = await findReportedIssues(db, project.projectId, ids, { isOpen: false })
  const issueOf = new Map(issues.map((issue) => [issue.issueId, issue]))
  return changes.flatMap(({ issueId, kind }): ReportedPush[] => {
    const issue = issueOf.get(issueId)
    if (!isIssueKind(kind) || issue === undefined) return []
    return issue.isOpen || decisionKinds.includes(kind) ? [{ ...project, kind, issue }] : []
  })
}

async function reportProject(db: Queryable, project: Reporting, changes: readonly DuePush[]): Promise<ReportedPush[]> {
  const feedback = changes.filter(({ kind }) => kind === 'feedback.new').map(({ subject }) => subject)
  const texts = await findFeedbackTexts(db, project.projectId, feedback)
  return changes.flatMap(({ kind, subject }): ReportedPush[] => {
    if (!isProjectKind(kind)) return []
    const text = kind === 'feedback.new' ? texts.get(subject) : subject
    return text === undefined ? [] : [{ ...project, kind, text }]
  })
}
