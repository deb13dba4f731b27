import type { Role } from '@bugle/protocol'
import type { MailContent } from '../mail/index.ts'

// A mail to a stranger contains no name, which whoever invites chooses. Members of one organization know its names.

const switches = 'You can turn these mails off in your account, under Notifications.'

export function invitationMail(link: string, { by, until }: { by: string; until: Date }): MailContent {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(until)
  return {
    subject: `${by} invites you to Bugle`,
    paragraphs: [
      `${by} invites you to an organization on this server, where errors of its programs are collected.`,
      `The invitation is for this address only, and valid until ${day}.`,
    ],
    action: { label: 'See the invitation', url: link },
    notes: ['If you do not know who this is, ignore this mail: nobody learns whether this address exists.'],
  }
}

export function joinedMail(
  { name, email, role, organization }: { name: string; email: string; role: Role; organization: string },
  url: string,
): MailContent {
  return {
    subject: `${name} joined ${organization}`,
    paragraphs: [`${name} (${email}) has accepted your invitation and is now ${withArticle(role)} of ${organization}.`],
    action: { label: 'Open Bugle', url },
    notes: [switches],
  }
}

export function roleChangedMail(
  { organization, role }: { organization: string; role: Role },
  url: string,
): MailContent {
  return {
    subject: `Your role in ${organization} changed`,
    paragraphs: [`You are now ${withArticle(role)} of ${organization}.`],
    action: { label: 'Open Bugle', url },
    notes: [switches],
  }
}

export function removedMail(organization: string): MailContent {
  return {
    subject: `You are no longer a member of ${organization}`,
    paragraphs: [
      `Your membership of ${organization} has ended. Its projects and issues are no longer visible to you.`,
      'Your account and your other organizations stay as they are.',
    ],
    notes: [switches],
  }
}

function withArticle(role: Role): string {
  return role === 'owner' || role === 'admin' ? `an ${role}` : `a ${role}`
}
