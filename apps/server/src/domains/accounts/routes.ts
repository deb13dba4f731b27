import {
  AuditPage,
  ChangeMailChoicesBody,
  ChangeMeBody,
  MailChoicesResponse,
  Me,
  type MyOrganization,
  toPlainId,
  UserResponse,
} from '@bugle/protocol'
import { type Database, transaction } from '../../db/database.ts'
import { type App, endpoint, listEndpoint, originOf } from '../../http/index.ts'
import { Refusal } from '../../refusal.ts'
import { findMemberships, type Membership } from '../memberships/index.ts'
import { findAuditEntries, recordAudit } from './audit-store.ts'
import { findMailChoices, putMailChoices } from './mail-choices-store.ts'
import { type Billing, subscriptionAt } from './subscription.ts'
import { toUser } from './user.ts'
import { findUser, renameUser } from './user-store.ts'

export interface AccountDeps {
  db: Database
  billing: Billing
  now: () => Date
}

export function mountAccounts(app: App, { db, billing, now }: AccountDeps): void {
  endpoint(app, {
    method: 'GET',
    url: '/api/auth/me',
    summary: 'Get the current user',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: Me,
    handler: async ({ caller }) => {
      const user = await findUser(db, caller.userId)
      if (user === undefined) throw new Refusal('unauthenticated')
      return {
        ...toUser(user),
        email_confirmed: user.emailConfirmedAt !== null,
        subscription: subscriptionAt(user, now(), billing),
        is_operator: user.isOperator,
        organizations: (await findMemberships(db, user.id)).map(toMyOrganization),
      }
    },
  })

  listEndpoint(app, {
    url: '/api/me/audit',
    summary: 'List the audit trail of your account, newest first',
    description: 'Entries are kept for 90 days.',
    tag: 'Accounts',
    scope: 'own_account',
    response: AuditPage,
    find: ({ caller }, { after, limit }) => findAuditEntries(db, caller.userId, { before: after?.id, limit }),
    positionOf: ({ id }) => ({ id }),
    show: (entries) => ({ entries }),
  })

  endpoint(app, {
    method: 'GET',
    url: '/api/me/mails',
    summary: 'Get your mail settings',
    description: 'Mails about issues have settings of their own in each project.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    response: MailChoicesResponse,
    handler: async ({ caller }) => ({ mails: await findMailChoices(db, caller.userId) }),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/me/mails',
    summary: 'Update your mail settings',
    description: 'Changes only the fields sent.',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ChangeMailChoicesBody,
    response: MailChoicesResponse,
    handler: ({ caller, body }) =>
      transaction(db, async (tx) => {
        await putMailChoices(tx, caller.userId, body)
        return { mails: await findMailChoices(tx, caller.userId) }
      }),
  })

  endpoint(app, {
    method: 'PATCH',
    url: '/api/me',
    summary: 'Change your name',
    tag: 'Accounts',
    access: 'caller',
    scope: 'own_account',
    body: ChangeMeBody,
    response: UserResponse,
    handler: ({ caller: { userId }, body, request }) =>
      transaction(db, async (tx) => {
        const user = await renameUser(tx, userId, body.name)
        if (user === undefined) throw new Refusal('unauthenticated')
        await recordAudit(tx, { userId, action: 'account.renamed', origin: originOf(request) })
        return { user: toUser(user) }
      }),
  })
}

function toMyOrganization({ organizationId, name, role, lacksTotp }: Membership): MyOrganization {
  return { id: toPlainId('org', organizationId), name, role, lacks_totp: lacksTotp }
}
