import type { Config } from '../config.ts'
import type { FireDeps } from '../domains/alerts/index.ts'
import { assignByRule } from '../domains/issues/index.ts'
import { notifyAssigned } from '../domains/notifications/index.ts'
import type { WorkerBasis } from './wiring.ts'

/** How soon changes are judged by rules for which somebody waits. */
export const urgentMs = 1000

/** Returns what rules do when they fire. */
export function fireDepsOf({ config, now }: Pick<WorkerBasis, 'config' | 'now'>): FireDeps {
  return {
    gather: {
      channelMs: config.BUGLE_ALERT_DELAY,
      mailMs: config.BUGLE_ISSUE_MAIL_DELAY,
      pushMs: pushDelayOf(config),
    },
    assign: (tx, projectId, issueIds, assigneeId) =>
      assignByRule({ notifyAssigned }, tx, { projectId, issueIds, assigneeId, now: now() }),
  }
}

/** How long changes are gathered before they are pushed. */
export function pushDelayOf({ BUGLE_PUSH_DELAY: delayMs }: Config): number {
  return Math.max(0, delayMs - urgentMs)
}
