import { bucketNames } from '../db/buckets.ts'
import type { Database } from '../db/database.ts'
import { Listener } from '../db/listener.ts'
import {
  type AlertLoop,
  addPendingAlerts,
  alertsAreDue,
  changesOf,
  changesOfFeedback,
  changesOfMonitors,
  createAlertLoop,
  incidentsAreDue,
} from '../domains/alerts/index.ts'
import type { MapIndexer, SymbolReader } from '../domains/artifacts/index.ts'
import { deliveryChannel } from '../domains/channels/index.ts'
import type { TitleRefresher } from '../domains/events/index.ts'
import { groupsAreDue } from '../domains/exact-groups/index.ts'
import { createHealthLoop, healthChannel, healthIsDue } from '../domains/health/index.ts'
import { appendOwnEvents, createLateFileLoop } from '../domains/ingest/index.ts'
import { findEscalatingOf, findIssue, findMatchingOf, resolveByItself } from '../domains/issues/index.ts'
import { jobChannel, jobsAreDue } from '../domains/jobs/index.ts'
import { createLiveUpdateWriter, type LiveUpdateWriter } from '../domains/live/index.ts'
import { listenersChannel } from '../domains/live-updates/index.ts'
import {
  changesAreDue,
  createNotificationLoop,
  createPendingPushLoop,
  notificationsAreDue,
} from '../domains/notifications/index.ts'
import { personRequestsChannel } from '../domains/people/index.ts'
import {
  type CountMerger,
  countsWait,
  createCountMerger,
  createDigestLoop,
  createGroupResolver,
  type DigestLoop,
  segmentChannel,
} from '../domains/pipeline/index.ts'
import { movesAreOpen, settleMoves } from '../domains/projects/index.ts'
import { choresWait, type Maintenance } from '../domains/retention/index.ts'
import { filesAreLate, measureChannel, segmentsWait } from '../domains/storage/index.ts'
import { Loop } from '../lib/loop.ts'
import type { WorkerMetrics } from '../operator/metrics.ts'
import { fireDepsOf, pushDelayOf, urgentMs } from './alerts.ts'
import { isMailedByDefault } from './from-config.ts'
import { createJobs } from './jobs.ts'
import { createWorkerMaintenance } from './maintenance.ts'
import { createSymbolReader } from './symbols.ts'
import { createTitles } from './titles.ts'
import type { BucketBasis, WokenLoop } from './wiring.ts'
import { createWorkSweep } from './work-sweep.ts'

/** The parts of the worker that work for one bucket, on its server. */
export interface BucketWorker {
  name: string
  db: Database
  maintenance: Maintenance
  pendingPushes: WokenLoop
  /** Reports that the server could not be prepared. */
  onNotPrepared: (error: unknown) => void
  start(): Promise<void>
  stop(): Promise<void>
}

/** Parts of the worker that all buckets share. */
interface Shared {
  indexer: MapIndexer
  /** Parts that send what this bucket makes due. */
  installation: { deliveries: WokenLoop; pushes: WokenLoop }
  /** Reaches all buckets. */
  installationDb: Database
}

/** Wires the domains that work for a bucket, and what wakes them. */
export function createBucketWorker(deps: BucketBasis, metrics: WorkerMetrics, shared: Shared): BucketWorker {
  const { config, db, bucket, objects, logger, failures } = deps
  const { deliveries, pushes } = shared.installation
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
  const { symbols, close: closeSymbols } = createSymbolReader(
    { db, objects, share: 1 / bucketNames(shared.installationDb).length },
    config,
    logger,
  )
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
  const pendingPushes = createPendingPushLoop({
    db,
    onHandedOn: () => pushes.wake(),
    onFailed: failures.reporter('changes could not be handed on to devices; they will be retried'),
  })
  const alerts = createAlerts(deps, { counts, pendingPushes, deliveries })
  const digest = createDigest(deps, metrics, {
    symbols,
    groups,
    counts,
    titles,
    liveUpdates,
    maintenance,
    alerts,
  })
  const jobs = createJobs(deps, metrics, { ...shared, groups })
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
  const moves = new Loop({
    run: () => settleMoves(db),
    onFailed: failures.reporter('projects whose move was interrupted could not be opened; they will be'),
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
    name: 'sweep-events',
    work: [
      { condition: segmentsWait, wake: () => digest.sweep() },
      { condition: countsWait, wake: () => counts.wake() },
      { condition: groupsAreDue, wake: () => groups.wake() },
      { condition: jobsAreDue, wake: () => wakeAll(jobs) },
      { condition: notificationsAreDue, wake: () => notifications.wake() },
      { condition: changesAreDue, wake: () => pendingPushes.wake() },
      { condition: `${alertsAreDue} or ${incidentsAreDue}`, wake: () => alerts.wake() },
      { condition: filesAreLate, wake: () => lateFiles.wake() },
      { condition: choresWait, wake: () => maintenance.wake() },
      { condition: movesAreOpen, wake: () => moves.wake() },
      { condition: healthIsDue, wake: () => health.wake() },
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
    pendingPushes,
    alerts,
    health,
    lateFiles,
    moves,
    sweep,
  ]
  return {
    name: bucket,
    db,
    maintenance,
    pendingPushes,
    onNotPrepared: failures.reporter('partitions could not be made; maintenance will make them'),
    start: async () => {
      for (const loop of loops) loop.start()
      await listener.open()
    },
    stop: async () => {
      await listener.close()
      await Promise.all([...loops, titles].map((loop) => loop.stop()))
      await liveUpdates.stop()
      closeSymbols()
    },
  }
}

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
  { config, db, logger, failures, now, digestPaceMs }: BucketBasis,
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

function createAlerts(
  deps: BucketBasis,
  { counts, pendingPushes, deliveries }: { counts: CountMerger; pendingPushes: WokenLoop; deliveries: WokenLoop },
): AlertLoop {
  const { config, db, failures, now } = deps
  return createAlertLoop({
    db,
    ...fireDepsOf(deps),
    settleCounts: () => counts.settle(),
    findMatching: (tx, projectId, query, issueIds) => findMatchingOf(tx, projectId, { query, issueIds, now: now() }),
    findEscalating: (tx, projectId, issueIds) => findEscalatingOf(tx, projectId, { issueIds, now: now() }),
    onJudged: () => {
      deliveries.wake()
      // Sooner than the sweep finds it: somebody on call waits for it.
      pendingPushes.wake(pushDelayOf(config))
    },
    onFailed: failures.reporter('alert rules could not be judged; they will be retried'),
  })
}

/** Applies sessions and check-ins; a monitor that fails is an event, one that recovers resolves its issue. */
function createHealth({ config, db, failures, now }: BucketBasis, digest: DigestLoop): WokenLoop {
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
function createListener({ connection, failures }: BucketBasis, wake: Record<string, () => void>): Listener {
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
