import { bucketDatabase, bucketNames, inBucket, mainBucket } from '../db/buckets.ts'
import { createRuleLoop, notifiedEntries, rulesAreDue, writeMessage } from '../domains/alerts/index.ts'
import { findSessionState } from '../domains/auth/index.ts'
import { createDeliveryLoop, deliveriesAreDue, queueBrokenMail, sendEmail } from '../domains/channels/index.ts'
import { recordActivities, showIssuesOf } from '../domains/issues/index.ts'
import {
  createDigestMailLoop,
  createPushLoop,
  digestsAreDue,
  notifyPushLost,
  pushesAreDue,
} from '../domains/notifications/index.ts'
import { leftoversAreIn } from '../domains/projects/index.ts'
import { projectsAreDeletedIn } from '../domains/retention/index.ts'
import type { WorkerMetrics } from '../operator/metrics.ts'
import { fireDepsOf, pushDelayOf } from './alerts.ts'
import type { BucketWorker } from './bucket-worker.ts'
import { channelSenderOf } from './channels.ts'
import { idleLimitsOf, pusherOf, sealerOf } from './from-config.ts'
import { createMailer } from './mailer.ts'
import type { WokenLoop, WorkerBasis } from './wiring.ts'
import { createWorkSweep } from './work-sweep.ts'

/** The parts of the worker that belong to accounts. They run once, and read events in the bucket of the project at hand. */
export interface InstallationWorker {
  deliveries: WokenLoop
  pushes: WokenLoop
  start(): void
  stop(): Promise<void>
}

/** Creates what sends messages, and what the clock makes due. @param buckets those whose parts it wakes */
export function createInstallationWorker(
  deps: WorkerBasis,
  metrics: WorkerMetrics,
  buckets: readonly BucketWorker[],
): InstallationWorker {
  const { config, db, failures } = deps
  const pushes = createPushes(deps, metrics)
  const deliveries = createDeliveries(deps, metrics)
  const rules = createRuleLoop({
    db,
    ...fireDepsOf(deps),
    onJudged: () => {
      deliveries.wake()
      for (const { pendingPushes } of buckets) pendingPushes.wake(pushDelayOf(config))
    },
    onFailed: failures.reporter('rules about projects could not be judged; they will be judged in a minute'),
  })
  // Its mails are jobs on the server of the accounts.
  const digestMails = createDigestMailLoop({
    db: bucketDatabase(db, mainBucket),
    onFailed: failures.reporter('due digests could not be queued; they will be retried'),
  })
  const sweep = createWorkSweep({
    db,
    name: 'sweep-accounts',
    work: [
      { condition: digestsAreDue, wake: () => digestMails.wake() },
      { condition: pushesAreDue, wake: () => pushes.wake() },
      { condition: rulesAreDue, wake: () => rules.wake() },
      { condition: deliveriesAreDue, wake: () => deliveries.wake() },
      ...bucketNames(db).map((name) => ({
        condition: `${projectsAreDeletedIn(name)} or ${leftoversAreIn(name)}`,
        wake: () => buckets.find((bucket) => bucket.name === name)?.maintenance.wake(),
      })),
    ],
    onFailed: failures.reporter('waiting work could not be looked for; it will be retried'),
  })
  const loops = [pushes, rules, deliveries, digestMails, sweep]
  return {
    deliveries,
    pushes,
    start: () => {
      for (const loop of loops) loop.start()
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

function createPushes({ config, db, failures, now }: WorkerBasis, metrics: WorkerMetrics): WokenLoop {
  const idle = idleLimitsOf(config)
  return createPushLoop({
    db,
    sealer: sealerOf(config),
    pusher: pusherOf(config),
    url: config.url,
    now,
    paceMs: config.BUGLE_PUSH_PACE,
    findSessionState: (tokenId) => findSessionState(db, idle, tokenId),
    mailLost: (tx, lost) => inBucket(mainBucket, () => notifyPushLost(tx, lost)),
    onResult: (result) => metrics.countPush(result),
    onFailed: failures.reporter('push messages could not be sent; they will be retried'),
  })
}

/** Sends to channels what alerts, tests and retries made due. */
function createDeliveries({ config, db, logger, failures, now }: WorkerBasis, metrics: WorkerMetrics): WokenLoop {
  const sealer = sealerOf(config)
  const mailer = createMailer({ config, logger }, metrics)
  return createDeliveryLoop({
    db,
    sealer,
    sendEmail: (channel, message) => sendEmail({ mailer, sealer, url: config.url }, channel, message),
    send: channelSenderOf(config),
    write: (tx, { organizationId }, batch) =>
      writeMessage(tx, batch, {
        url: config.url,
        organizationId,
        now: now(),
        showIssue: async (db, projectId, issueId) => (await showIssuesOf(db, [{ projectId, issueId }], now()))[0],
      }),
    onBroken: (tx, channel) => inBucket(mainBucket, () => queueBrokenMail(tx, channel)),
    onDelivered: async (tx, { name }, reported) =>
      recordActivities(tx, null, await notifiedEntries(tx, name, reported)),
    maxMessages: config.BUGLE_ALERT_MESSAGES,
    paceMs: config.BUGLE_ALERT_PACE,
    mailPaceMs: config.BUGLE_ISSUE_MAIL_PACE,
    now,
    onFailed: failures.reporter('messages could not be sent to channels; they will be retried'),
  })
}
