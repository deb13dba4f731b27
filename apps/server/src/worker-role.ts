import { type Database, transactionOn } from './db/database.ts'
import { Listener } from './db/listener.ts'
import {
  type AlertLoop,
  addPendingAlerts,
  alertsAreDue,
  changesOf,
  changesOfFeedback,
  changesOfMonitors,
  createAlertLoop,
  incidentsAreDue,
  notifiedEntries,
  rulesAreDue,
  writeMessage,
} from './domains/alerts/index.ts'
import { MapIndexer, type SymbolReader } from './domains/artifacts/index.ts'
import { findSessionState } from './domains/auth/index.ts'
import {
  createDeliveryLoop,
  deliveriesAreDue,
  deliveryChannel,
  queueBrokenMail,
  sendEmail,
} from './domains/channels/index.ts'
import type { TitleRefresher } from './domains/events/index.ts'
import { groupsAreDue } from './domains/exact-groups/index.ts'
import { createHealthLoop, healthChannel, healthIsDue } from './domains/health/index.ts'
import { appendOwnEvents, createLateFileLoop } from './domains/ingest/index.ts'
import {
  assignByRule,
  findEscalatingOf,
  findIssue,
  findMatchingOf,
  recordActivities,
  resolveByItself,
  showIssuesOf,
} from './domains/issues/index.ts'
import { jobChannel, jobsAreDue } from './domains/jobs/index.ts'
import { createLiveUpdateWriter, type LiveUpdateWriter } from './domains/live/index.ts'
import { listenersChannel } from './domains/live-updates/index.ts'
import {
  createNotificationLoop,
  createPushLoop,
  digestsAreDue,
  notificationsAreDue,
  notifyAssigned,
  notifyPushLost,
  pushesAreDue,
} from './domains/notifications/index.ts'
import { personRequestsChannel } from './domains/people/index.ts'
import {
  type CountMerger,
  countsWait,
  createCountMerger,
  createDigestLoop,
  createGroupResolver,
  type DigestLoop,
  digestPaceMs,
  segmentChannel,
} from './domains/pipeline/index.ts'
import { choresWait, type Maintenance } from './domains/retention/index.ts'
import {
  filesAreLate,
  makeEventPartitions,
  makeSegmentPartitions,
  measureChannel,
  segmentsWait,
} from './domains/storage/index.ts'
import { readInstallationState } from './operator/installation-state.ts'
import { createWorkerMetrics, installationSnapshot, type WorkerMetrics } from './operator/metrics.ts'
import type { WorkerReport } from './operator/status-server.ts'
import { startThread } from './start-thread.ts'
import { channelSenderOf } from './wiring/channels.ts'
import { createFailureLog } from './wiring/failure-log.ts'
import { idleLimitsOf, isMailedByDefault, packObjectsOf, pusherOf, sealerOf } from './wiring/from-config.ts'
import { createJobs } from './wiring/jobs.ts'
import { createMailer } from './wiring/mailer.ts'
import { createWorkerMaintenance } from './wiring/maintenance.ts'
import { createSymbolReader } from './wiring/symbols.ts'
import { createTitles } from './wiring/titles.ts'
import type { WokenLoop, WorkerBasis, WorkerDeps } from './wiring/wiring.ts'
import { createWorkSweep } from './wiring/work-sweep.ts'

/** The worker role: everything that happens to an event after its 202. */
export interface WorkerRole {
  start(): Promise<void>
  stop(): Promise<void>
  report(): Promise<WorkerReport>
}

/** Wires the domains of the worker role and what wakes them. */
export function createWorkerRole(given: WorkerDeps): WorkerRole {
  const deps = {
    now: () => new Date(),
    digestPaceMs,
    failures: createFailureLog(given.logger),
    objects: packObjectsOf(given.config),
    ...given,
  }
  const { config, db, objects, logger, failures } = deps
  const metrics = createWorkerMetrics()
  const counts = createCountMerger({
    db,
    paceMs: 13 * deps.digestPaceMs,
    delayMs: config.delays.counts,
    onFailed: failures.reporter('deferred counts could not be merged; they will be retried'),
  })
  const liveUpdates = createLiveUpdateWriter({
    db,
    onFailed: failures.reporter('live updates could not be written; they will be retried'),
  })
  const { symbols, close: closeSymbols } = createSymbolReader(db, config, logger)
  const titles = createTitles({
    db,
    objects,
    logger,
    failures,
    symbols,
    paceMs: 17 * deps.digestPaceMs,
    delayMs: config.delays.titles,
  })
  const groups = createGroupResolver({
    db,
    objects,
    symbols,
    onRepaired: (issues) => titles.schedule(issues),
    onFailed: failures.reporter('a stack could not be resolved; it will be retried'),
  })
  const maintenance = createWorkerMaintenance(deps, metrics)
  const pushes = createPushes(deps, metrics)
  const deliveries = createDeliveries(deps, metrics)
  const alerts = createAlerts(deps, { counts, deliveries, pushes })
  const digest = createDigest(deps, metrics, {
    symbols,
    groups,
    counts,
    titles,
    liveUpdates,
    maintenance,
    alerts,
  })
  const indexer = new MapIndexer({ startThread: () => startThread('build-index-main', 512) })
  const jobs = createJobs(deps, metrics, { groups, indexer })
  const notifications = createNotificationLoop({
    db,
    gatherMs: config.BUGLE_ISSUE_MAIL_DELAY,
    paceMs: config.BUGLE_ISSUE_MAIL_PACE,
    maxMails: config.BUGLE_ISSUE_MAILS,
    byDefault: isMailedByDefault(config),
    now: deps.now,
    onFailed: failures.reporter('due notifications could not be queued; they will be retried'),
  })
  const health = createHealth(deps, digest)
  const lateFiles = createLateFileLoop({
    db,
    now: deps.now,
    onFailed: failures.reporter('attachments could not be added to their events; they will be retried'),
  })
  const listener = createListener(deps, {
    [segmentChannel]: () => digest.wake(),
    [jobChannel]: () => wakeAll(jobs),
    [listenersChannel]: () => void liveUpdates.checkListening(),
    [personRequestsChannel]: () => maintenance.wake(),
    [measureChannel]: () => maintenance.wake(),
    [healthChannel]: () => health.wake(),
    [deliveryChannel]: () => deliveries.wake(),
  })
  const sweep = createWorkSweep({
    db,
    work: [
      { isWaiting: segmentsWait, wake: () => digest.sweep() },
      { isWaiting: countsWait, wake: () => counts.wake() },
      { isWaiting: groupsAreDue, wake: () => groups.wake() },
      { isWaiting: jobsAreDue, wake: () => wakeAll(jobs) },
      { isWaiting: `(${notificationsAreDue} or ${digestsAreDue})`, wake: () => notifications.wake() },
      { isWaiting: pushesAreDue, wake: () => pushes.wake() },
      { isWaiting: `(${alertsAreDue} or ${rulesAreDue} or ${incidentsAreDue})`, wake: () => alerts.wake() },
      { isWaiting: deliveriesAreDue, wake: () => deliveries.wake() },
      { isWaiting: filesAreLate, wake: () => lateFiles.wake() },
      { isWaiting: choresWait, wake: () => maintenance.wake() },
      { isWaiting: healthIsDue, wake: () => health.wake() },
    ],
    onFailed: failures.reporter('waiting work could not be looked for; it will be retried'),
  })
  const loops = [
    digest,
    groups,
    counts,
    maintenance,
    ...jobs,
    notifications,
    pushes,
    alerts,
    deliveries,
    health,
    lateFiles,
    sweep,
  ]
  return {
    start: async () => {
      await makePartitions(db, deps.now())
      for (const loop of loops) loop.start()
      await listener.open()
    },
    stop: async () => {
      await listener.close()
      await Promise.all([...loops, titles].map((loop) => loop.stop()))
      await liveUpdates.stop()
      closeSymbols()
      indexer.close()
    },
    report: async () => {
      const installation = await readInstallationState(db, config, objects).catch(() => undefined)
      return {
        snapshot: await metrics.snapshot(),
        installation: await installationSnapshot(installation),
        digest: installation?.digest,
        objects: installation?.objects,
      }
    },
  }
}

/** How soon changes are judged by rules for which somebody waits. */
const urgentMs = 1000

/** Parts that resolve stacks for digest, and its followers, which refresh something after each batch. */
interface Followers {
  symbols: SymbolReader
  groups: WokenLoop
  counts: CountMerger
  titles: TitleRefresher
  liveUpdates: LiveUpdateWriter
  maintenance: Maintenance
  alerts: AlertLoop
}

function createDigest(
  { config, db, logger, failures, now, digestPaceMs }: WorkerBasis,
  metrics: WorkerMetrics,
  { symbols, groups, counts, titles, liveUpdates, maintenance, alerts }: Followers,
): DigestLoop {
  const digestFailed = failures.reporter('a digest round failed; it will be retried')
  return createDigestLoop({
    db,
    now,
    paceMs: digestPaceMs,
    delayMs: config.delays.digest,
    exactGroups: { symbols, onDue: () => groups.wake() },
    maxNewGroups: config.BUGLE_MAX_NEW_GROUPS,
    onIssues: (tx, issues) => addPendingAlerts(tx, changesOf(issues), config.BUGLE_ALERT_DELAY),
    onDigested: (result, milliseconds) => {
      metrics.countDigest(result, milliseconds)
      counts.wake()
      titles.schedule(result.counted)
      liveUpdates.write(result)
      alerts.noteCounted(result.counted)
      maintenance.noteStored(result.storedBytes)
      const isChanged = result.newIssues.length + result.reopened.length > 0
      alerts.wake(isChanged ? Math.min(config.BUGLE_ALERT_DELAY, urgentMs) : config.BUGLE_ALERT_DELAY)
    },
    onFailed: (error) => {
      metrics.countFailedRound('digest')
      digestFailed(error)
      liveUpdates.missed()
    },
    onPoison: (event, error) =>
      logger.error(
        { err: error, project_id: event.projectId, event_id: event.eventId },
        'event stored as a minimal event',
      ),
    onDamaged: (id) =>
      logger.error(
        { segment_id: id },
        'a segment cannot be read or is missing: the disk is damaged; the segment was set aside',
      ),
  })
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
    mailLost: notifyPushLost,
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
    onBroken: queueBrokenMail,
    onDelivered: async (tx, { name }, reported) =>
      recordActivities(tx, null, await notifiedEntries(tx, name, reported)),
    maxMessages: config.BUGLE_ALERT_MESSAGES,
    paceMs: config.BUGLE_ALERT_PACE,
    mailPaceMs: config.BUGLE_ISSUE_MAIL_PACE,
    now,
    onFailed: failures.reporter('messages could not be sent to channels; they will be retried'),
  })
}

function createAlerts(
  { config, db, failures, now }: WorkerBasis,
  { counts, deliveries, pushes }: { counts: CountMerger; deliveries: WokenLoop; pushes: WokenLoop },
): AlertLoop {
  const pushMs = Math.max(0, config.BUGLE_PUSH_DELAY - urgentMs)
  return createAlertLoop({
    db,
    gather: { channelMs: config.BUGLE_ALERT_DELAY, mailMs: config.BUGLE_ISSUE_MAIL_DELAY, pushMs },
    settleCounts: () => counts.settle(),
    findMatching: (tx, projectId, query, issueIds) => findMatchingOf(tx, projectId, { query, issueIds, now: now() }),
    findEscalating: (tx, projectId, issueIds) => findEscalatingOf(tx, projectId, { issueIds, now: now() }),
    assign: (tx, projectId, issueIds, assigneeId) =>
      assignByRule({ notifyAssigned }, tx, { projectId, issueIds, assigneeId, now: now() }),
    onJudged: () => {
      deliveries.wake()
      // Sooner than the sweep finds it: somebody on call waits for it.
      pushes.wake(pushMs)
    },
    onFailed: failures.reporter('alert rules could not be judged; they will be retried'),
  })
}

/** Applies sessions and check-ins; a monitor that fails is an event, one that recovers resolves its issue. */
function createHealth({ config, db, failures, now }: WorkerBasis, digest: DigestLoop): WokenLoop {
  const shard = 0
  const gatherMs = config.BUGLE_ALERT_DELAY
  return createHealthLoop({
    db,
    now,
    effects: {
      report: (tx, projectId, events) => appendOwnEvents(tx, { projectId, shard, now: now().getTime() }, events),
      resolve: async (tx, projectId, groupId, at) => {
        const issue = await findIssue(tx, projectId, groupId)
        if (issue === undefined || !(await resolveByItself(tx, projectId, issue.issueId, at))) return
        await addPendingAlerts(tx, [{ projectId, issueId: issue.issueId, trigger: 'issue.resolved' }], gatherMs)
      },
      note: (tx, turns) => addPendingAlerts(tx, changesOfMonitors(turns), gatherMs),
    },
    noteFeedback: (tx, feedback) => addPendingAlerts(tx, changesOfFeedback(feedback), gatherMs),
    onReported: () => digest.wake(),
    delayMs: config.delays.health,
    onFailed: failures.reporter('sessions or check-ins could not be applied; they will be retried'),
  })
}

function wakeAll(loops: readonly { wake(): void }[]): void {
  for (const loop of loops) loop.wake()
}

/** Calls the function of a channel at each notification, and all of them after a gap. */
function createListener({ connection, failures }: WorkerBasis, wake: Record<string, () => void>): Listener {
  return new Listener({
    connection,
    channels: Object.keys(wake),
    onNotice: (channel) => wake[channel]?.(),
    onGap: () => {
      for (const wakeOne of Object.values(wake)) wakeOne()
    },
    onLost: failures.reporter('the listening connection was lost'),
  })
}

/** Creates the partitions that the next hours need. */
export async function makePartitions(db: Database, now: Date): Promise<void> {
  const client = await db.connect()
  try {
    await transactionOn(client, makeSegmentPartitions)
    await transactionOn(client, (tx) => makeEventPartitions(tx, now))
  } finally {
    client.release()
  }
}
