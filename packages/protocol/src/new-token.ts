import Type, { type TSchema } from 'typebox'
import { line } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

/** Makes the body that creates a token for programs, of a user or an organization. */
export function newTokenBody<Scope extends TSchema>($id: string, scope: Scope, scopes: readonly string[]) {
  return Type.Object(
    {
      name: line(limits.shortText, 'What it is for.'),
      scopes: Type.Array(scope, { minItems: 1, maxItems: scopes.length }),
    },
    { $id },
  )
}

export const shownOnce = Type.String({
  description: 'Send it as `Authorization: Bearer <token>`. Shown here only.',
})
