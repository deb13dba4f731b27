import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { forgetOldGrants } from './adapters/rate-limiter-database.ts'
import type { Config } from './config.ts'
import { createTitleRefresher } from './create-title-refresher.ts'
import { type Database, transactionOn } from './db/database.ts'
import { Listener } from './db/listener.ts'
import { mailJobs } from './domains/auth/index.ts'
import { listenersChannel } from './domains/issues/index.ts'
import { JobLoop, jobChannel } from './domains/jobs/index.ts'
import { LiveUpdateWriter } from './domains/live/index.ts'
import { createNotificationLoop, issueMailJobs, notifyOfDigest } from './domains/notifications/index.ts'
import { choresChannel } from './domains/people/index.ts'
import { DigestLoop, segmentChannel, TagMerger } from './domains/pipeline/index.ts'
import { Maintenance } from './domains/retention/index.ts'
import { makeEventPartitions, makeSegmentPartitions } from './domains/storage/index.ts'
import { isMailedByDefault, sealerOf } from './from-config.ts'
import { readInstallation } from './installation.ts'
import type { WorkerReport } from './messages.ts'
import { createWorkerMetrics, installationSnapshot, type WorkerMetrics } from './metrics.ts'
import type { Mailer } from './ports/mailer.ts'

export interface WorkerDeps {
  config: Config
  database: Database
  connection: pg.PoolConfig
  logger: Logger
}

/** The worker role: everything that happens to an event after its 202. */
export interface WorkerRole {
  start(): Promise<void>
  stop(): Promise<void>
  report(): Promise<WorkerReport>
}

export function createWorkerRole({ config, database, connection, logger }: WorkerDeps): WorkerRole {
  const { pool, kysely } = database
  const metrics = createWorkerMetrics()
  const tags = new TagMerger({
    pool,
    onFailed: (error) => logger.warn({ err: error }, 'tags could not be merged; they will be retried'),
  })
  const titles = createTitleRefresher(pool, logger)
  const liveUpdates = new LiveUpdateWriter({
    pool,
    onFailed: (error) => logger.warn({ err: error }, 'live updates could not be written; they will be retried'),
  })
  const loop = new DigestLoop({
    pool,
    maxNewGroups: config.BUGLE_MAX_NEW_GROUPS,
    onIssues: (tx, issues) => notifyOfDigest(tx, issues, config.BUGLE_ISSUE_MAIL_DELAY),
    onDigested: (result, milliseconds) => {
      metrics.countDigest(result, milliseconds)
      tags.wake()
      titles.schedule(result.counted)
      liveUpdates.write(result)
    },
    onFailed: (error) => {
      metrics.countFailedRound('digest')
      logger.warn({ err: error }, 'a digest round failed; it will be retried')
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
  const mailer = counted(createMailer(config, logger), metrics)
  const byDefault = isMailedByDefault(config)
  const jobs = new JobLoop({
    pool,
    handlers: {
      ...mailJobs({ db: kysely, mailer, url: config.url }),
      ...issueMailJobs({ db: kysely, mailer, url: config.url, sealer: sealerOf(config), byDefault }),
    },
    onFailed: ({ id, kind, attempts }, error, isOver) => {
      const line = { err: error, job: id, kind, attempts }
      if (isOver) metrics.countJobGivenUp(kind)
      if (isOver) logger.error(line, 'a job failed for good')
      else logger.warn(line, 'a job failed; it will be retried')
    },
    onAway: (error) => logger.warn({ err: error }, 'the job queue could not be read'),
  })
  const notifications = createNotificationLoop({
    db: kysely,
    gatherMs: config.BUGLE_ISSUE_MAIL_DELAY,
    paceMs: config.BUGLE_ISSUE_MAIL_PACE,
    maxMails: config.BUGLE_ISSUE_MAILS,
    byDefault,
    onFailed: (error) => logger.warn({ err: error }, 'due notifications could not be queued; they will be retried'),
  })
  const wake: Record<string, () => void> = {
    [segmentChannel]: () => loop.wake(),
    [jobChannel]: () => jobs.wake(),
    [listenersChannel]: () => void liveUpdates.look(),
    [choresChannel]: () => maintenance.wake(),
  }
  const listener = new Listener({
    connection,
    channels: Object.keys(wake),
    onNotice: (channel) => wake[channel]?.(),
    onGap: () => {
      for (const look of Object.values(wake)) look()
    },
    onLost: (error) => logger.warn({ err: error }, 'the listening connection was lost'),
  })
  const maintenance = new Maintenance({
    pool,
    packAfterMs: config.BUGLE_PACK_AFTER,
    retentionMs: config.BUGLE_RETENTION,
    housekeeping: [['rate grants', forgetOldGrants]],
    budget: {
      maxBytes: config.BUGLE_MAX_DISK,
      directory: config.DATABASE_URL === undefined ? config.dataDirectory : undefined,
    },
    onDone: (done) => metrics.countMaintenance(done),
    onFailed: (error, step) => {
      metrics.countFailedRound('maintenance')
      logger.warn({ err: error, step }, 'a maintenance step failed; the other steps ran, and it will be retried')
    },
    onDamaged: (what) => logger.error(what, 'stored bytes cannot be read: the disk is damaged; they were set aside'),
  })
  return {
    start: async () => {
      await makePartitions(pool)
      loop.start()
      tags.start()
      maintenance.start()
      jobs.start()
      notifications.start()
      await listener.open()
    },
    stop: async () => {
      await listener.close()
      await Promise.all([
        loop.stop(),
        tags.stop(),
        titles.stop(),
        maintenance.stop(),
        jobs.stop(),
        notifications.stop(),
      ])
      await liveUpdates.stop()
    },
    report: async () => {
      const installation = await readInstallation(pool, config).catch(() => undefined)
      return {
        snapshot: await metrics.snapshot(),
        installation: await installationSnapshot(installation),
        digest: installation?.digest,
      }
    },
  }
}

/**
 * Mails by SMTP where a server is set, else as files, and the log says where. The library is loaded with the first mail:
 * at the start it cost every process 70 ms and 5 MB.
 */
function createMailer({ BUGLE_SMTP_URL: smtp, sender: from, dataDirectory }: Config, logger: Logger): Mailer {
  const make = async (): Promise<Mailer> => {
    if (smtp !== undefined) return new (await import('./adapters/mail-smtp.ts')).SmtpMailer({ ...smtp, from })
    const { OutboxMailer } = await import('./adapters/mail-outbox.ts')
    return new OutboxMailer({
      directory: join(dataDirectory, 'outbox'),
      from,
      onWritten: (file) => logger.info({ file }, 'no BUGLE_SMTP_URL is set: a mail was written to a file'),
    })
  }
  let made: Promise<Mailer> | undefined
  return {
    send: async (mail) => {
      made ??= make()
      return (await made).send(mail)
    },
  }
}

function counted(mailer: Mailer, metrics: WorkerMetrics): Mailer {
  return {
    send: async (mail) => {
      try {
        await mailer.send(mail)
        metrics.countMail('sent')
      } catch (error) {
        metrics.countMail('failed')
        throw error
      }
    },
  }
}

/** The partitions that the next hours need. */
export async function makePartitions(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await transactionOn(client, makeSegmentPartitions)
    await transactionOn(client, (tx) => makeEventPartitions(tx, Date.now()))
  } finally {
    client.release()
  }
}
