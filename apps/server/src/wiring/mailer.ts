import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { WorkerMetrics } from '../operator/metrics.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { WorkerBasis } from './wiring.ts'

/** Creates the mailer of the worker, which counts what becomes of each mail. */
export function createMailer(
  { config, logger }: Pick<WorkerBasis, 'config' | 'logger'>,
  metrics: WorkerMetrics,
): Mailer {
  return counted(makeMailer(config, logger), metrics)
}

/**
 * Makes a mailer: SMTP if a server is set, otherwise files that the log names. The library is loaded with the first
 * mail: at the start it cost every process 70 ms and 5 MB.
 */
function makeMailer({ BUGLE_SMTP_URL: smtp, sender: from, dataDirectory }: Config, logger: Logger): Mailer {
  const make = async (): Promise<Mailer> => {
    if (smtp !== undefined) return new (await import('../adapters/mail-smtp.ts')).SmtpMailer({ ...smtp, from })
    const { OutboxMailer } = await import('../adapters/mail-outbox.ts')
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
