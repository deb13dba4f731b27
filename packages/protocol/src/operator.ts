import Type, { type Static } from 'typebox'
import { pageOf } from './page.ts'
import { Count, described, nullable, oneOf, Timestamp } from './schema.ts'

// The installation, as its operators see it.

export const OperatorOverview = Type.Object(
  {
    version: Type.String(),
    retention_days: Type.Number(),
    disk: Type.Object({
      used_bytes: nullable(Count),
      budget_bytes: Count,
      free_bytes: described('Of the file system; null with an external database.', nullable(Count)),
      has_room: Type.Boolean(),
    }),
    artifacts: Type.Object({ used_bytes: Count, budget_bytes: Count }),
    queue: Type.Object({
      segments: described('Batches of events that are not digested yet.', Count),
      oldest_seconds: Type.Number(),
      jobs: described('Mails and other slow work.', Count),
    }),
    counts: Type.Object({ users: Count, organizations: Count, projects: Count }),
    checks: described(
      'What the operator’s command `doctor` finds.',
      Type.Array(
        Type.Object({
          name: Type.String(),
          status: oneOf('ok', 'warn', 'fail'),
          text: Type.String(),
          advice: nullable(Type.String()),
        }),
      ),
    ),
  },
  { $id: 'OperatorOverview' },
)
export type OperatorOverview = Static<typeof OperatorOverview>

export const OperatorUser = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    organizations: Count,
    projects: Count,
    has_totp: Type.Boolean(),
    is_confirmed: Type.Boolean(),
    is_disabled: Type.Boolean(),
    is_operator: Type.Boolean(),
  },
  { $id: 'OperatorUser' },
)
export type OperatorUser = Static<typeof OperatorUser>

export const OperatorUserPage = pageOf('OperatorUserPage', 'users', OperatorUser)
export type OperatorUserPage = Static<typeof OperatorUserPage>

export const OperatorOrganization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Timestamp,
    owners: described('E-mail addresses.', Type.Array(Type.String())),
    members: Count,
    projects: Count,
    events: described('In all its projects, ever.', Count),
  },
  { $id: 'OperatorOrganization' },
)
export type OperatorOrganization = Static<typeof OperatorOrganization>

export const OperatorOrganizationPage = pageOf('OperatorOrganizationPage', 'organizations', OperatorOrganization)
export type OperatorOrganizationPage = Static<typeof OperatorOrganizationPage>
