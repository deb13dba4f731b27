import Type, { type TSchema } from 'typebox'
import { line, optional } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

export const expiresInDays = optional(
  Type.Integer({
    minimum: 1,
    maximum: limits.tokenDays,
    description: 'Days until it ends by itself; never without. Its owners get a mail a week before.',
  }),
)

/** Makes the body that creates a token for programs, of a user or an organization. */
export function newTokenBody<Scope extends TSchema>($id: string, scope: Scope, scopes: readonly string[]) {
  return Type.Object(
    {
      name: line(limits.shortText, 'What it is for.'),
      scopes: Type.Array(scope, { minItems: 1, maxItems: scopes.length }),
      expires_in_days: expiresInDays,
    },
    { $id },
  )
}

export const shownOnce = Type.String({
  description: 'Send it as `Authorization: Bearer <token>`. Shown here only.',
})
