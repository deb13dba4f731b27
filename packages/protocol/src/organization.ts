import Type, { type Static } from 'typebox'
import { AuditDetails } from './audit.ts'
import { newTokenBody, shownOnce } from './new-token.ts'
import { nextCursor, PageQuery } from './page.ts'
import { described, line, newEmail, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { limits } from './vocabulary/limits.ts'
import { organizationTokenScopes, roles } from './vocabulary/permission.ts'

// Organizations: their members, teams, invitations, tokens and audit trail.

export const RoleSchema = described(
  '`owner`, `admin`, `member` or `viewer`: what each may do is in docs/teams.md.',
  oneOf(...roles),
)
const organizationId = Type.String({ description: 'Opaque; begins with `org_`.' })
const userId = Type.String({ description: 'Opaque; begins with `usr_`.' })
const teamId = Type.String({ description: 'Opaque; begins with `tea_`.' })
const name = line(limits.shortText, 'What people call it.')
const membership = described(
  '`open`: members see all projects. `closed`: they see those of their teams.',
  oneOf('open', 'closed'),
)

/** An organization as one of its members sees it. */
export const Organization = Type.Object(
  {
    id: organizationId,
    name: Type.String(),
    role: RoleSchema,
    membership,
    require_totp: Type.Boolean({ description: 'Members without a second factor see nothing of the organization.' }),
    require_sso: Type.Boolean({
      description: 'Members log in through the identity provider; owners may use a password.',
    }),
    created_at: Timestamp,
    lacks_totp: Type.Boolean({ description: 'You see nothing here until you turn on your second factor.' }),
    billing_user_id: described('The owner whose subscription counts.', nullable(Type.String())),
  },
  { $id: 'Organization' },
)
export type Organization = Static<typeof Organization>

export const OrganizationList = Type.Object({ organizations: Type.Array(Organization) }, { $id: 'OrganizationList' })
export type OrganizationList = Static<typeof OrganizationList>

export const OrganizationResponse = Type.Object({ organization: Organization }, { $id: 'OrganizationResponse' })
export type OrganizationResponse = Static<typeof OrganizationResponse>

/** The body of POST /api/organizations. */
export const CreateOrganizationBody = Type.Object({ name }, { $id: 'CreateOrganizationBody' })
export type CreateOrganizationBody = Static<typeof CreateOrganizationBody>

/** The body of PATCH /api/organizations/{id}; omitted fields stay as they are. */
export const ChangeOrganizationBody = Type.Object(
  {
    name: optional(name),
    membership: optional(oneOf('open', 'closed')),
    require_totp: optional(Type.Boolean()),
    require_sso: optional(Type.Boolean()),
    billing_user_id: optional(Type.String({ description: 'An owner, whose subscription counts from then on.' })),
  },
  { $id: 'ChangeOrganizationBody' },
)
export type ChangeOrganizationBody = Static<typeof ChangeOrganizationBody>

/** The body of DELETE /api/organizations/{id}. */
export const DeleteOrganizationBody = Type.Object(
  { name: Type.String({ maxLength: limits.shortText, description: 'Its name, as a confirmation.' }) },
  { $id: 'DeleteOrganizationBody' },
)
export type DeleteOrganizationBody = Static<typeof DeleteOrganizationBody>

export const Member = Type.Object(
  {
    id: userId,
    name: Type.String(),
    email: Type.String(),
    role: RoleSchema,
    joined_at: Timestamp,
    source: described('How they came to be a member.', oneOf('owner', 'invitation', 'oidc')),
    has_totp: Type.Boolean(),
    team_ids: Type.Array(teamId),
  },
  { $id: 'Member' },
)
export type Member = Static<typeof Member>

export const MemberList = Type.Object({ members: Type.Array(Member) }, { $id: 'MemberList' })
export type MemberList = Static<typeof MemberList>

export const MemberResponse = Type.Object({ member: Member }, { $id: 'MemberResponse' })
export type MemberResponse = Static<typeof MemberResponse>

/** The body of PATCH /api/organizations/{id}/members/{user_id}. */
export const ChangeMemberBody = Type.Object({ role: RoleSchema }, { $id: 'ChangeMemberBody' })
export type ChangeMemberBody = Static<typeof ChangeMemberBody>

export const Team = Type.Object(
  {
    id: teamId,
    name: Type.String(),
    created_at: Timestamp,
    members: Type.Array(
      Type.Object({ id: userId, name: Type.String(), is_lead: Type.Boolean(), source: oneOf('member', 'oidc') }),
    ),
    project_ids: described('Projects of the team that you see.', Type.Array(Type.String())),
  },
  { $id: 'Team' },
)
export type Team = Static<typeof Team>

export const TeamList = Type.Object({ teams: Type.Array(Team) }, { $id: 'TeamList' })
export type TeamList = Static<typeof TeamList>

export const TeamResponse = Type.Object({ team: Team }, { $id: 'TeamResponse' })
export type TeamResponse = Static<typeof TeamResponse>

/** The body of POST /api/organizations/{id}/teams, and of PATCH of one. */
export const TeamBody = Type.Object({ name }, { $id: 'TeamBody' })
export type TeamBody = Static<typeof TeamBody>

/** The body of PUT /api/organizations/{id}/teams/{team_id}/members/{user_id}. */
export const TeamMemberBody = Type.Object(
  { is_lead: optional(Type.Boolean({ description: 'Leads add members to their team and remove them.' })) },
  { $id: 'TeamMemberBody' },
)
export type TeamMemberBody = Static<typeof TeamMemberBody>

/** The body of POST /api/organizations/{id}/invitations. */
export const InvitationBody = Type.Object(
  {
    email: optional(newEmail),
    role: RoleSchema,
    team_ids: optional(Type.Array(teamId, { maxItems: limits.invitationTeams })),
    send_mail: optional(Type.Boolean({ description: 'Mails the link to `email`; true by default.' })),
    expires_in_days: optional(Type.Integer({ minimum: 1, maximum: limits.invitationDays })),
  },
  { $id: 'InvitationBody' },
)
export type InvitationBody = Static<typeof InvitationBody>

export const Invitation = Type.Object(
  {
    id: Type.String({ description: 'Opaque; begins with `inv_`.' }),
    email: nullable(Type.String()),
    role: RoleSchema,
    team_ids: Type.Array(teamId),
    invited_by: Type.Object({ id: userId, name: Type.String() }),
    created_at: Timestamp,
    expires_at: Timestamp,
    status: oneOf('open', 'accepted', 'revoked', 'expired'),
  },
  { $id: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>

export const InvitationList = Type.Object({ invitations: Type.Array(Invitation) }, { $id: 'InvitationList' })
export type InvitationList = Static<typeof InvitationList>

export const CreateInvitationResponse = Type.Object(
  {
    invitation: Invitation,
    link: Type.String({ description: 'Hand it over. Shown here only, and good for one person.' }),
  },
  { $id: 'CreateInvitationResponse' },
)
export type CreateInvitationResponse = Static<typeof CreateInvitationResponse>

/** The body of POST /api/invitations/view and POST /api/invitations/accept. */
export const InvitationTokenBody = Type.Object(
  { token: Type.String({ maxLength: 200, description: 'The part after `#token=` in the link.' }) },
  { $id: 'InvitationTokenBody' },
)
export type InvitationTokenBody = Static<typeof InvitationTokenBody>

/** An invitation as it is shown to whoever has its link: nothing but who invites to what. */
export const InvitationView = Type.Object(
  {
    organization: Type.String({ description: 'Its name.' }),
    invited_by: Type.String({ description: 'The name of who invites.' }),
    role: RoleSchema,
    email: described('The only address whose account may accept.', nullable(Type.String())),
    expires_at: Timestamp,
    may_register: Type.Boolean({ description: 'Whether an account can be created to accept it.' }),
    requires_sso: Type.Boolean({ description: 'Whether to log in by the identity provider before accepting it.' }),
  },
  { $id: 'InvitationView' },
)
export type InvitationView = Static<typeof InvitationView>

const OrganizationTokenScope = oneOf(...organizationTokenScopes)

/** A token that belongs to an organization, for programs: it stays when its author leaves. */
export const OrganizationToken = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    scopes: Type.Array(OrganizationTokenScope),
    last4: Type.String(),
    created_at: Timestamp,
    created_by: nullable(Type.Object({ id: userId, name: Type.String() })),
    last_used_at: nullable(Timestamp),
    expires_at: nullable(Timestamp),
  },
  { $id: 'OrganizationToken' },
)
export type OrganizationToken = Static<typeof OrganizationToken>

export const OrganizationTokenList = Type.Object(
  { tokens: Type.Array(OrganizationToken) },
  { $id: 'OrganizationTokenList' },
)
export type OrganizationTokenList = Static<typeof OrganizationTokenList>

/** The body of POST /api/organizations/{id}/tokens. */
export const CreateOrganizationTokenBody = newTokenBody(
  'CreateOrganizationTokenBody',
  OrganizationTokenScope,
  organizationTokenScopes,
)
export type CreateOrganizationTokenBody = Static<typeof CreateOrganizationTokenBody>

export const CreateOrganizationTokenResponse = Type.Object(
  {
    organization_token: OrganizationToken,
    token: shownOnce,
  },
  { $id: 'CreateOrganizationTokenResponse' },
)
export type CreateOrganizationTokenResponse = Static<typeof CreateOrganizationTokenResponse>

/** Actions recorded in the audit trail of an organization. */
export const organizationActions = [
  'organization.created',
  'organization.changed',
  'member.invited',
  'invitation.revoked',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'team.created',
  'team.renamed',
  'team.deleted',
  'team.member_added',
  'team.member_removed',
  'team.project_added',
  'team.project_removed',
  'token.created',
  'token.revoked',
  'project.created',
  'project.changed',
  'project.deleted',
  'ingest_token.regenerated',
  'sentry_settings.changed',
  'dsn_key.created',
  'dsn_key.changed',
  'dsn_key.revoked',
  'artifact.deleted',
  'artifact.downloaded',
  'issue.deleted',
  'person.exported',
  'person.erased',
  'notifications.changed',
  'channel.created',
  'channel.changed',
  'channel.deleted',
  'alert_rule.created',
  'alert_rule.changed',
  'alert_rule.deleted',
] as const
export const OrganizationAction = oneOf(...organizationActions)
export type OrganizationAction = Static<typeof OrganizationAction>

export const OrganizationEntry = Type.Object(
  {
    id: Type.Integer(),
    action: OrganizationAction,
    created_at: Timestamp,
    actor: Type.Object({
      kind: oneOf('user', 'token', 'operator', 'oidc'),
      id: nullable(Type.String()),
      name: nullable(Type.String({ description: 'As it was then.' })),
    }),
    address: nullable(Type.String()),
    device: nullable(Type.String()),
    details: AuditDetails,
  },
  { $id: 'OrganizationEntry' },
)
export type OrganizationEntry = Static<typeof OrganizationEntry>

/** Query of GET /api/organizations/{id}/audit and its CSV. */
export const OrganizationAuditQuery = Type.Object({
  ...PageQuery.properties,
  actor: Type.Optional(Type.String({ description: 'Id of a user.', maxLength: 100 })),
  action: Type.Optional(
    Type.String({ description: 'An action, or the part before its dot: `member`.', maxLength: 100 }),
  ),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
})
export type OrganizationAuditQuery = Static<typeof OrganizationAuditQuery>

export const OrganizationAuditPage = Type.Object(
  { entries: Type.Array(OrganizationEntry), next_cursor: nextCursor },
  { $id: 'OrganizationAuditPage' },
)
export type OrganizationAuditPage = Static<typeof OrganizationAuditPage>

/** The part of GET /api/auth/me about an organization. */
export const MyOrganization = Type.Object(
  {
    id: organizationId,
    name: Type.String(),
    role: RoleSchema,
    lacks_totp: Type.Boolean({ description: 'It asks for a second factor that you have not turned on.' }),
  },
  { $id: 'MyOrganization' },
)
export type MyOrganization = Static<typeof MyOrganization>
