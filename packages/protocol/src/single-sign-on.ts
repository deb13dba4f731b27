import Type, { type Static } from 'typebox'
import { nullable, oneOf, optional, Timestamp } from './schema.ts'

/** Query of GET /api/auth/oidc/start. */
export const StartSsoQuery = Type.Object({
  client: Type.Optional(oneOf('cli', 'mobile', 'web')),
  redirect: Type.Optional(Type.String({ maxLength: 200, description: 'Where a program waits for the code.' })),
  challenge: Type.Optional(
    Type.String({ pattern: '^[\\w-]{43}$', description: 'The base64url sha256 of the verifier of a program.' }),
  ),
  next: Type.Optional(Type.String({ maxLength: 2000, description: 'Path of the dashboard to open afterwards.' })),
})
export type StartSsoQuery = Static<typeof StartSsoQuery>

/** The body of POST /api/auth/oidc/finish. */
export const FinishSsoBody = Type.Object(
  { code: Type.String({ maxLength: 200 }), verifier: Type.String({ maxLength: 200 }) },
  { $id: 'FinishSsoBody' },
)
export type FinishSsoBody = Static<typeof FinishSsoBody>

/** The body of POST /api/auth/oidc/link: the password, and the second factor once it is asked for. */
export const LinkSsoBody = Type.Object(
  {
    password: Type.String({ description: 'The password of the account.' }),
    code: optional(Type.String({ maxLength: 100 })),
    recovery_code: optional(Type.String({ maxLength: 100 })),
  },
  { $id: 'LinkSsoBody' },
)
export type LinkSsoBody = Static<typeof LinkSsoBody>

export const LinkSsoResponse = Type.Object(
  {
    requires_totp: Type.Boolean({ description: 'Send it again with a code.' }),
    redirect: nullable(Type.String({ description: 'Where the browser goes now.' })),
  },
  { $id: 'LinkSsoResponse' },
)
export type LinkSsoResponse = Static<typeof LinkSsoResponse>

export const IdentityList = Type.Object(
  {
    provider: nullable(Type.Object({ name: Type.String() })),
    identities: Type.Array(
      Type.Object({
        id: Type.Integer(),
        issuer: Type.String(),
        email: nullable(Type.String({ description: 'As the provider named it when it was linked.' })),
        linked_at: Timestamp,
        last_login_at: nullable(Timestamp),
      }),
    ),
  },
  { $id: 'IdentityList' },
)
export type IdentityList = Static<typeof IdentityList>

/** The body of POST /api/me/identities. */
export const StartIdentityBody = Type.Object(
  { password: Type.String({ description: 'Your current password.' }) },
  { $id: 'StartIdentityBody' },
)
export type StartIdentityBody = Static<typeof StartIdentityBody>

export const StartIdentityResponse = Type.Object(
  { url: Type.String({ description: 'The provider’s page.' }) },
  { $id: 'StartIdentityResponse' },
)
export type StartIdentityResponse = Static<typeof StartIdentityResponse>
