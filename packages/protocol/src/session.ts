import Type, { type Static } from 'typebox'
import { described, line, newEmail, newPassword, nullable, oneOf, optional, Timestamp } from './schema.ts'
import { RegisteredUser, User } from './user.ts'
import { limits } from './vocabulary/limits.ts'

/** Kinds of client; a user has at most one session of each. */
export const clientKinds = ['cli', 'mobile', 'web'] as const
export const ClientKind = oneOf(...clientKinds)
export type ClientKind = Static<typeof ClientKind>

const token = Type.String({ description: 'Send it as `Authorization: Bearer <token>`. Shown here only.' })

/** The body of POST /api/auth/register. */
export const RegisterBody = Type.Object(
  {
    email: newEmail,
    password: newPassword,
    name: line(200, 'Display name.'),
    invitation: optional(
      Type.String({
        maxLength: 200,
        description: 'The part after `#token=` in the link of an invitation, which is accepted with the account.',
      }),
    ),
  },
  { $id: 'RegisterBody' },
)
export type RegisterBody = Static<typeof RegisterBody>

/** The response of GET /api/auth/registration. */
export const Registration = Type.Object(
  {
    open: Type.Boolean({ description: 'Whether anybody may register now.' }),
    first: Type.Boolean({ description: 'Whether there is no account yet: the next one is the first.' }),
    sso: described(
      'Set if one can log in by an identity provider: GET /api/auth/oidc/start.',
      nullable(Type.Object({ name: Type.String({ description: 'How people call it.' }) })),
    ),
    passkeys: Type.Boolean({
      description: 'Whether one can log in by a passkey: BUGLE_URL is an address that they need.',
    }),
    sessions_per_kind: Type.Integer({
      description:
        'Live sessions of each kind that a user may have; a further login ends the one that was not used for longest.',
    }),
  },
  { $id: 'Registration' },
)
export type Registration = Static<typeof Registration>

export const RegisterResponse = Type.Object({ user: RegisteredUser, token }, { $id: 'RegisterResponse' })
export type RegisterResponse = Static<typeof RegisterResponse>

/** The body of POST /api/auth/login. Anything but the e-mail and password of an account is 401, not 422. */
export const LoginBody = Type.Object({ email: Type.String(), password: Type.String() }, { $id: 'LoginBody' })
export type LoginBody = Static<typeof LoginBody>

export const LoginResponse = Type.Object({ user: User, token }, { $id: 'LoginResponse' })
export type LoginResponse = Static<typeof LoginResponse>

/** The body of POST /api/me/links. */
export const CreateLoginCodeBody = Type.Object(
  {
    password: optional(
      Type.String({ description: 'Needed by a session that is older than an hour.', maxLength: limits.passwordMax }),
    ),
  },
  { $id: 'CreateLoginCodeBody' },
)
export type CreateLoginCodeBody = Static<typeof CreateLoginCodeBody>

export const LoginCode = Type.Object(
  {
    code: Type.String({ description: 'Signs in one client. Shown here only.' }),
    expires_at: Timestamp,
  },
  { $id: 'LoginCode' },
)
export type LoginCode = Static<typeof LoginCode>

/** The body of POST /api/auth/link. */
export const UseLoginCodeBody = Type.Object({ code: Type.String({ maxLength: 100 }) }, { $id: 'UseLoginCodeBody' })
export type UseLoginCodeBody = Static<typeof UseLoginCodeBody>
