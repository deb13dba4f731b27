import Type, { type Static } from 'typebox'
import { type Database, transaction } from '../../db/database.ts'
import { type Mailer, MailRefused } from '../../ports/mailer.ts'
import { CannotOpen, type Sealer } from '../../ports/sealer.ts'
import { type MailContent, renderMail } from '../mail/index.ts'
import { queueBrokenMail } from './broken-mail.ts'
import { breakChannel, type ChannelRow, findChannelById } from './channel-store.ts'
import type { Outcome } from './kinds/index.ts'
import type { ChannelMessage } from './message.ts'
import { openConfig } from './sealed-config.ts'

/** Configuration of a channel of kind `email`. Only admins add one; its reader can end it by the link in each mail. */
export const emailConfig = Type.Object(
  { address: Type.String({ format: 'email', maxLength: 254, description: 'One address, such as a mailing list.' }) },
  { additionalProperties: false },
)
type EmailConfig = Static<typeof emailConfig>

export interface EmailDeps {
  mailer: Mailer
  sealer: Sealer
  /** Public origin, where links lead. */
  url: string
}

/** Mails a message to the address of a channel. */
export async function sendEmail(
  { mailer, sealer, url }: EmailDeps,
  channel: ChannelRow,
  message: ChannelMessage,
): Promise<Outcome> {
  const { address } = openConfig(sealer, channel) as EmailConfig
  const token = sealer.seal(channel.id, purpose)
  const content = emailOf(message, channel.name, `${url}/unsubscribe#token=${token}`)
  try {
    await mailer.send({
      id: message.id,
      to: address,
      ...renderMail(content, { url }),
      unsubscribeUrl: `${url}/unsubscribe?token=${token}`,
    })
    return { kind: 'delivered' }
  } catch (error) {
    if (error instanceof MailRefused) return { kind: 'broken', why: 'The mail server refuses the address.' }
    throw new Error('The mail server did not take the mail.', { cause: error })
  }
}

/** Writes a message as a mail. */
export function emailOf(message: ChannelMessage, channel: string, unsubscribeUrl: string): MailContent {
  const { title, subject, facts, items, more, link, settings } = message
  const content: MailContent = {
    subject: subject === undefined ? title : `${title}: ${subject}`.slice(0, 200),
    title,
    paragraphs: subject === undefined ? facts : [subject, ...facts],
    items: items.map(({ text, url }) => ({ title: text, detail: '', url })),
    action: { label: link.text, url: link.url },
    notes: [`You receive this mail because an alert rule sends messages to the channel ${channel}.`],
    links: [
      { label: settings.text, url: settings.url },
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  }
  if (more > 0) content.more = `${more} more`
  return content
}

const purpose = 'unsubscribe-channel'

/** Ends a channel by the link in its mails. @returns whether the token is that of a channel */
export async function unsubscribeChannel(
  { db, sealer }: { db: Database; sealer: Sealer },
  token: string,
): Promise<boolean> {
  const id = channelOf(sealer, token)
  if (id === undefined) return false
  await transaction(db, async (tx) => {
    const channel = await findChannelById(tx, id)
    if (channel === undefined) return
    if (await breakChannel(tx, channel, 'Its reader has unsubscribed.')) await queueBrokenMail(tx, channel)
  })
  return true
}

function channelOf(sealer: Sealer, token: string): string | undefined {
  try {
    return sealer.open(token, purpose)
  } catch (error) {
    if (error instanceof CannotOpen) return undefined
    throw error
  }
}
