import type { Database } from '../db/database.ts'
import { findRuleLinks } from '../domains/alerts/index.ts'
import {
  ArtifactSpace,
  artifactJobs,
  assembleJobs,
  type MapIndexer,
  measureArtifacts,
} from '../domains/artifacts/index.ts'
import { mailJobs } from '../domains/auth/index.ts'
import { channelMailJobs } from '../domains/channels/index.ts'
import { wakeAwaiting, wakeResolved } from '../domains/exact-groups/index.ts'
import { createJobLoop, type JobLine, type JobLoopOptions } from '../domains/jobs/index.ts'
import { digestJobs, issueMailJobs, personMailJobs } from '../domains/notifications/index.ts'
import { memberMailJobs } from '../domains/organizations/index.ts'
import { sentryJobs } from '../domains/sentry-api/index.ts'
import type { WorkerMetrics } from '../operator/metrics.ts'
import { isMailedByDefault, sealerOf } from './from-config.ts'
import { createMailer } from './mailer.ts'
import type { BucketBasis, WokenLoop } from './wiring.ts'

/**
 * Creates the loops that send mails and that process builds, of the jobs on the server of a bucket.
 *
 * @param installationDb reaches all buckets, for mails about the projects of several
 */
export function createJobs(
  { config, db, keepsAccounts, objects, logger, failures, now }: BucketBasis,
  metrics: WorkerMetrics,
  { groups, indexer, installationDb }: { groups: WokenLoop; indexer: MapIndexer; installationDb: Database },
): WokenLoop[] {
  const mailer = createMailer({ config, logger }, metrics)
  const byDefault = isMailedByDefault(config)
  const space = new ArtifactSpace({
    maxBytes: config.artifactBytes,
    measure: () => measureArtifacts(db, { keepsAccounts }),
  })
  const mails = {
    ...mailJobs({ db, mailer, url: config.url }),
    ...memberMailJobs({ db, mailer, url: config.url }),
    ...channelMailJobs({ db, mailer, url: config.url }),
    ...personMailJobs({ db, mailer, url: config.url, maxMails: config.BUGLE_ISSUE_MAILS }),
    ...digestJobs({ db: installationDb, mailer, url: config.url, sealer: sealerOf(config) }),
    ...issueMailJobs({
      db,
      mailer,
      url: config.url,
      sealer: sealerOf(config),
      byDefault,
      findRules: (ruleIds) => findRuleLinks(db, config.url, ruleIds),
    }),
  }
  const builds = {
    ...artifactJobs({
      db,
      objects,
      indexer,
      onReady: async (projectId, fileKeys) => {
        await wakeAwaiting(db, projectId, fileKeys)
        await wakeResolved(db, projectId, fileKeys)
        groups.wake()
      },
    }),
    ...assembleJobs({ db, space }),
    ...sentryJobs({ db, space }),
  }
  const newLoop = (line: JobLine, handlers: JobLoopOptions['handlers']) =>
    createJobLoop({
      db,
      now,
      line,
      handlers,
      onFailed: ({ id, kind, attempts }, error, isOver) => {
        if (isOver) metrics.countJobGivenUp(kind)
        if (isOver) logger.error({ err: error, job: id, kind, attempts }, 'a job failed for good')
        else failures.reporter(`a job failed (${kind}); it will be retried`)(error, { job: id, attempts })
      },
      onAway: failures.reporter('the job queue could not be read; it will be retried'),
    })
  return [newLoop('mails', mails), newLoop('builds', builds)]
}
