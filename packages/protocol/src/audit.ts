import Type, { type Static } from 'typebox'
import { pageOf } from './page.ts'
import { nullable, oneOf, Timestamp } from './schema.ts'

/** Actions recorded in the audit trail of an account. */
export const auditActions = [
  'account.created',
  'account.renamed',
  'session.started',
  'session.ended',
  'session.revoked',
  'login.failed',
  'password.changed',
  'password.reset_requested',
  'password.reset',
  'email.change_requested',
  'email.changed',
  'email.confirmed',
  'account.disabled',
  'account.enabled',
  'totp.enabled',
  'totp.removed',
  'recovery_codes.replaced',
  'recovery_code.used',
  'passkey.added',
  'passkey.used',
  'passkey.removed',
  'identity.linked',
  'identity.unlinked',
  'api_token.created',
  'api_token.revoked',
  'subscription.changed',
  'issue.deleted',
  'artifact.downloaded',
  'artifact.deleted',
  'person.exported',
  'person.erased',
] as const
export const AuditAction = oneOf(...auditActions)
export type AuditAction = Static<typeof AuditAction>

/** Facts about an action, such as a name and what it was before. */
export const AuditDetails = Type.Record(
  Type.String(),
  Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
)

/** One thing that was done to an account or its sessions. */
export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    action: AuditAction,
    created_at: Timestamp,
    address: nullable(Type.String({ description: 'Source address of the request; an IPv6 address as its /64.' })),
    device: nullable(Type.String({ description: 'As reported by the client.' })),
    token_id: nullable(Type.Integer({ description: 'The session that acted.' })),
    details: AuditDetails,
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditPage = pageOf('AuditPage', 'entries', AuditEntry)
export type AuditPage = Static<typeof AuditPage>
