import { limits } from '@bugle/protocol'
import { notify } from '../db/listener.ts'
import { addPendingAlerts, mountAlerts } from '../domains/alerts/index.ts'
import { deliveryChannel, mountChannels, unsubscribeChannel } from '../domains/channels/index.ts'
import { mountEvents, readIssueStats, readLatestEvent } from '../domains/events/index.ts'
import { mountHealth } from '../domains/health/index.ts'
import { mountPreviewRoutes } from '../domains/ingest/index.ts'
import {
  findMatchingOf,
  findPastEscalations,
  getIssue,
  type IssueDeps,
  mountIssues,
  toFilter,
} from '../domains/issues/index.ts'
import { mountLive } from '../domains/live/index.ts'
import {
  mountMailTimes,
  mountNotifications,
  mountPush,
  notifyAssigned,
  notifyMentioned,
} from '../domains/notifications/index.ts'
import { mountPeople } from '../domains/people/index.ts'
import { awaitDigest, dropQueuedCounts } from '../domains/pipeline/index.ts'
import { findProjectIds } from '../domains/projects/index.ts'
import { mountReleases } from '../domains/releases/index.ts'
import { type App, mistakesIn } from '../http/index.ts'
import { addressCheckOf } from './channels.ts'
import { isMailedByDefault, personKeyOf, pusherOf } from './from-config.ts'
import { perMinute } from './per-minute.ts'
import type { Wiring } from './wiring.ts'

/** Mounts what people read, decide and are notified of. */
export function mountReading(app: App, wiring: Wiring): void {
  const { config, db, objects, hub, sealer, now } = wiring
  mountIssuesAndEvents(app, wiring)
  mountReleases(app, { db, now })
  mountPeople(app, { db, objects, personKey: personKeyOf(config) })
  mountHealth(app, { db, now })
  mountLive(app, { hub })
  mountNotifications(app, {
    db,
    sealer,
    byDefault: isMailedByDefault(config),
    unsubscribeOther: (token) => unsubscribeChannel({ db, sealer }, token),
  })
  mountMailTimes(app, { db, now })
  mountPush(app, {
    db,
    sealer,
    pusher: pusherOf(config),
    url: config.url,
    limiter: perMinute(limits.pushTestsPerMinute),
  })
  mountChannels(app, {
    db,
    sealer,
    checkAddress: addressCheckOf(config),
    mistakesIn,
    testLimiter: perMinute(limits.channelTestsPerMinute),
    onQueued: () => notify(db, deliveryChannel),
  })
  mountAlerts(app, {
    db,
    checkCondition: (query) => void toFilter({ query }),
    now,
    projectsOf: (caller) => findProjectIds(db, caller),
    findPastEscalations,
    findMatchingOnce: (tx, projectId, query, issueIds) =>
      findMatchingOf(tx, projectId, { query, status: 'all', issueIds, now: now() }),
  })
  mountPreviewRoutes(app, { db })
}

/** Issues and events read each other's data, so each gets the functions it needs of the other. */
function mountIssuesAndEvents(app: App, { config, db, objects, titles, symbols, now }: Wiring): void {
  const { authorize } = app
  const gatherMs = config.BUGLE_ALERT_DELAY
  const issues: IssueDeps = {
    db,
    authorize,
    projectsOf: (caller) => findProjectIds(db, caller),
    awaitDigest: (find) => awaitDigest(db, find),
    latestEvent: (issue) => readLatestEvent({ db, objects, symbols }, issue),
    issueStats: (issue) => readIssueStats(db, issue, now()),
    refreshTitles: (issues) => titles.refreshNow(issues),
    dropQueuedCounts,
    notifyAssigned: async (tx, assigned) => {
      const mailedIds = await notifyAssigned(tx, assigned)
      const { projectId, issueIds, byId } = assigned
      const change = { projectId, trigger: 'issue.assigned' as const, byId, mailedIds }
      await addPendingAlerts(
        tx,
        issueIds.map((issueId) => ({ ...change, issueId })),
        gatherMs,
      )
    },
    noteResolved: (tx, resolved, byId) =>
      addPendingAlerts(
        tx,
        resolved.map((issue) => ({ ...issue, trigger: 'issue.resolved', byId })),
        gatherMs,
      ),
    notifyMentioned: async (tx, comment) => {
      const mailedIds = await notifyMentioned(tx, comment)
      const { projectId, issueId, byId } = comment
      await addPendingAlerts(tx, [{ projectId, issueId, trigger: 'issue.commented', byId, mailedIds }], gatherMs)
    },
    now,
  }
  mountIssues(app, issues)
  mountEvents(app, {
    db,
    objects,
    symbols,
    now,
    authorize,
    symbolicateLimiter: perMinute(limits.symbolicateRequestsPerMinute),
    getIssue: (caller, id) => getIssue(issues, caller, id),
  })
}
