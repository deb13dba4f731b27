import { toPlainId } from '@bugle/protocol'
import type { Database, Tx } from '../../db/database.ts'
import { singleLine } from '../../lib/plain-text.ts'
import { dayMs } from '../../lib/time.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { addJob, type JobHandler } from '../jobs/index.ts'
import { type MailContent, mailSender } from '../mail/index.ts'
import { type BrokenChannel, type ChannelRow, findBrokenChannel } from './channel-store.ts'

interface BrokenMail {
  channelId: string
}

/** Queues the mail that a channel takes nothing any more, in the transaction that records it. */
export function queueBrokenMail(
  tx: Tx,
  { id, organizationId }: Pick<ChannelRow, 'id' | 'organizationId'>,
): Promise<void> {
  const owner = `organization ${organizationId}`
  return addJob(tx, { kind: 'channel_broken_mail', line: 'mails', owner, payload: { channelId: id }, keepMs: dayMs })
}

export interface BrokenMailDeps {
  db: Database
  mailer: Mailer
  /** Public origin, where links lead. */
  url: string
}

/** Mails one person who can mend the channel, unless somebody has done so by then. */
export function channelMailJobs({ db, mailer, url }: BrokenMailDeps): { channel_broken_mail: JobHandler } {
  const send = mailSender(mailer, url)
  return {
    channel_broken_mail: async ({ channelId }: BrokenMail, job) => {
      const found = await findBrokenChannel(db, channelId)
      if (found !== undefined) await send(job, found.email, brokenMail(found, url))
    },
  }
}

function brokenMail({ name, failure, organizationId, organization }: BrokenChannel, url: string): MailContent {
  const shown = singleLine(name, 80)
  return {
    subject: `The channel ${shown} takes no messages any more`,
    paragraphs: [
      `Messages of ${singleLine(organization, 120)} to the channel ${shown} are refused. ${failure}`,
      'Nothing more is sent to it until it is changed or tested. Messages of the last day are sent then.',
    ],
    action: { label: 'Open the channels', url: `${url}/organizations/${toPlainId('org', organizationId)}/alerts` },
    notes: ['You get this mail because you can change the channel. There is one mail for each time that it breaks.'],
  }
}
