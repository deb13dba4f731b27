import Type, { type Static } from 'typebox'
import { newTokenBody, shownOnce } from './new-token.ts'
import { pageOf } from './page.ts'
import { Count, nullable, oneOf, Timestamp } from './schema.ts'
import { ClientKind } from './session.ts'
import { apiTokenScopes } from './vocabulary/permission.ts'

/** A session, as its owner sees it in the list. */
export const AccessToken = Type.Object(
  {
    id: Type.Integer(),
    name: ClientKind,
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: nullable(Timestamp),
    device: nullable(Type.String({ description: 'As reported by the client at login.' })),
    address: nullable(Type.String({ description: 'Source address of the login.' })),
    is_current: Type.Boolean(),
  },
  { $id: 'AccessToken' },
)
export type AccessToken = Static<typeof AccessToken>

export const AccessTokenList = Type.Object({ tokens: Type.Array(AccessToken) }, { $id: 'AccessTokenList' })
export type AccessTokenList = Static<typeof AccessTokenList>

export const RevokedCount = Type.Object({ revoked_count: Count }, { $id: 'RevokedCount' })
export type RevokedCount = Static<typeof RevokedCount>

const ApiTokenScope = oneOf(...apiTokenScopes)

/** A personal token for programs, without its secret. */
export const ApiToken = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    scopes: Type.Array(ApiTokenScope),
    created_at: Timestamp,
    last_used_at: nullable(Timestamp),
    expires_at: nullable(Timestamp),
  },
  { $id: 'ApiToken' },
)
export type ApiToken = Static<typeof ApiToken>

export const ApiTokenPage = pageOf('ApiTokenPage', 'api_tokens', ApiToken)
export type ApiTokenPage = Static<typeof ApiTokenPage>

export const ApiTokenList = Type.Object({ api_tokens: Type.Array(ApiToken) }, { $id: 'ApiTokenList' })
export type ApiTokenList = Static<typeof ApiTokenList>

/** The body of POST /api/me/api-tokens. */
export const CreateApiTokenBody = newTokenBody('CreateApiTokenBody', ApiTokenScope, apiTokenScopes)
export type CreateApiTokenBody = Static<typeof CreateApiTokenBody>

export const CreateApiTokenResponse = Type.Object(
  { api_token: ApiToken, token: shownOnce },
  { $id: 'CreateApiTokenResponse' },
)
export type CreateApiTokenResponse = Static<typeof CreateApiTokenResponse>
