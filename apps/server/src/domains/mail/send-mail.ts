import { type Mailer, MailRefused } from '../../ports/mailer.ts'
import { type ClaimedJob, HopelessJob } from '../jobs/index.ts'
import { type MailContent, renderMail } from './layout.ts'

/** Sends the mail of a job; another attempt at the same job has the same Message-ID. */
export type SendMail = (
  job: ClaimedJob,
  to: string,
  content: MailContent,
  options?: { unsubscribeUrl?: string },
) => Promise<void>

/**
 * Creates the function that sends mails of jobs; a refused mail makes its job hopeless.
 *
 * @param url public origin, which every mail names
 */
export function mailSender(mailer: Mailer, url: string): SendMail {
  return async (job, to, content, options = {}) => {
    const id = `${job.id}.${job.createdAt.getTime().toString(36)}`
    try {
      await mailer.send({ id, to, ...renderMail(content, { url }), ...options })
    } catch (error) {
      if (error instanceof MailRefused) throw new HopelessJob(error.message, { cause: error.cause })
      throw error
    }
  }
}
