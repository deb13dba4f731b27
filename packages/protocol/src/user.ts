import Type, { type Static } from 'typebox'
import { MyOrganization } from './organization.ts'
import { line, oneOf, Timestamp } from './schema.ts'

const id = Type.String({ description: 'Opaque; begins with `usr_`.' })
const email = Type.String()
const name = Type.String()

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'canceled', 'expired'] as const
export const plans = ['monthly', 'yearly', 'self_hosted'] as const

/** Trial and subscription, computed from the clock when read. */
export const Subscription = Type.Object(
  {
    status: oneOf(...subscriptionStatuses),
    trial_ends_at: Timestamp,
    plan: oneOf(...plans),
    billed: Type.Boolean({ description: 'Whether billing is on. Without billing nothing is ever locked.' }),
  },
  { $id: 'Subscription' },
)
export type Subscription = Static<typeof Subscription>

/** A user in the response of a login. */
export const User = Type.Object({ id, email, name }, { $id: 'User' })
export type User = Static<typeof User>

/** A user in the response of a registration. */
export const RegisteredUser = Type.Object({ id, email, name, trial_ends_at: Timestamp }, { $id: 'RegisteredUser' })
export type RegisteredUser = Static<typeof RegisteredUser>

/** The response of GET /api/auth/me. */
export const Me = Type.Object(
  {
    id,
    email,
    name,
    email_confirmed: Type.Boolean({
      description:
        'False while a mailed link waits to be used. An account that stays so goes after 7 days unless it has a project.',
    }),
    subscription: Subscription,
    is_operator: Type.Boolean({ description: 'Whether you see the whole installation: GET /api/operator.' }),
    organizations: Type.Array(MyOrganization, { description: 'In the order in which you joined them.' }),
  },
  { $id: 'Me' },
)
export type Me = Static<typeof Me>

/** The body of PATCH /api/me. */
export const ChangeMeBody = Type.Object({ name: line(200, 'Display name.') }, { $id: 'ChangeMeBody' })
export type ChangeMeBody = Static<typeof ChangeMeBody>

export const UserResponse = Type.Object({ user: User }, { $id: 'UserResponse' })
export type UserResponse = Static<typeof UserResponse>
