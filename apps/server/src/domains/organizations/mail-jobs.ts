import type { Role } from '@bugle/protocol'
import type { Database, Tx } from '../../db/database.ts'
import { hourMs } from '../../lib/time.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { findUser, findUserByEmail, wantsMail } from '../accounts/index.ts'
import { newSecret } from '../auth/index.ts'
import { addJob, type JobHandler } from '../jobs/index.ts'
import { mailSender } from '../mail/index.ts'
import { findMembership } from '../memberships/index.ts'
import { findInvitation, putMailSecret } from './invitation-store.ts'
import { invitationMail, joinedMail, removedMail, roleChangedMail } from './mails.ts'

/** The mails about members, by the kind of their job. No payload holds a secret. */
interface MemberMails {
  invitation_mail: { invitationId: string }
  joined_mail: { userId: string; organizationId: string; memberId: string }
  /** Without a role the membership has ended. */
  role_changed_mail: { userId: string; organizationId: string; organization: string; role: Role | null }
}

export function queueMemberMail<Kind extends keyof MemberMails>(
  tx: Tx,
  organizationId: string,
  kind: Kind,
  payload: MemberMails[Kind],
): Promise<void> {
  const owner = `organization ${organizationId}`
  return addJob(tx, { kind, line: 'mails', owner, payload, keepMs: 24 * hourMs })
}

/** The token is in the fragment, which no browser sends and no proxy logs. */
export function invitationLink(url: string, secret: string): string {
  return `${url}/invitation#token=${secret}`
}

export interface MemberMailDeps {
  db: Database
  mailer: Mailer
  /** Public origin, where links lead. */
  url: string
}

export function memberMailJobs({ db, mailer, url }: MemberMailDeps): Record<keyof MemberMails, JobHandler> {
  const send = mailSender(mailer, url)
  return {
    invitation_mail: async ({ invitationId }: MemberMails['invitation_mail'], job) => {
      const invitation = await findInvitation(db, invitationId)
      if (invitation?.email == null || invitation.status !== 'open') return
      const known = await findUserByEmail(db, invitation.email)
      if (known !== undefined && !(await wantsMail(db, known.id, 'invitation'))) return
      const author = await findUser(db, invitation.invitedBy)
      const { secret, secretHash } = newSecret()
      if (author === undefined || !(await putMailSecret(db, invitationId, secretHash))) return
      const content = invitationMail(invitationLink(url, secret), { by: author.email, until: invitation.expiresAt })
      await send(job, invitation.email, content)
    },
    joined_mail: async ({ userId, organizationId, memberId }: MemberMails['joined_mail'], job) => {
      const [user, member] = [await findUser(db, userId), await findUser(db, memberId)]
      const [membership, joined] = [
        await findMembership(db, organizationId, userId),
        await findMembership(db, organizationId, memberId),
      ]
      if (user === undefined || member === undefined || membership === undefined || joined === undefined) return
      if (!isReachable(user) || !(await wantsMail(db, userId, 'joined'))) return
      const { name, role } = joined
      await send(job, user.email, joinedMail({ name: member.name, email: member.email, role, organization: name }, url))
    },
    role_changed_mail: async (
      { userId, organizationId, organization, role }: MemberMails['role_changed_mail'],
      job,
    ) => {
      const user = await findUser(db, userId)
      if (user === undefined || !isReachable(user) || !(await wantsMail(db, userId, 'role_changed'))) return
      const membership = await findMembership(db, organizationId, userId)
      // A later change has a mail of its own.
      if ((membership?.role ?? null) !== role) return
      const content = role === null ? removedMail(organization) : roleChangedMail({ organization, role }, url)
      await send(job, user.email, content)
    },
  }
}

function isReachable(user: { emailConfirmedAt: Date | null; disabledAt: Date | null }): boolean {
  return user.emailConfirmedAt !== null && user.disabledAt === null
}
