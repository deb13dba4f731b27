import Type, { type Static } from 'typebox'
import { Count, nullable } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

/** What may come next in a query, for whoever types one. */

const q = Type.Optional(
  Type.String({
    maxLength: limits.shortText,
    pattern: '^[^\\u0000]*$',
    description: 'Only what contains this, in any case of letters.',
  }),
)

export const SearchKeysQuery = Type.Object({ q })
export type SearchKeysQuery = Static<typeof SearchKeysQuery>

export const SearchKeys = Type.Object(
  { keys: Type.Array(Type.String({ description: 'As it is typed before the colon, such as `tag."my key"`.' })) },
  { $id: 'SearchKeys' },
)
export type SearchKeys = Static<typeof SearchKeys>

export const SearchValuesQuery = Type.Object({
  key: Type.String({ minLength: 1, maxLength: limits.shortText, description: 'One of the keys.' }),
  q,
})
export type SearchValuesQuery = Static<typeof SearchValuesQuery>

export const SearchValues = Type.Object(
  {
    values: Type.Array(
      Type.Object({
        value: Type.String(),
        term: Type.String({ description: 'As it is typed, with its key, quoted where it must be.' }),
        count: nullable(Count),
      }),
      { description: 'The commonest first, at most 20. Counts are of the last 14 days; of a tag, of recent issues.' },
    ),
  },
  { $id: 'SearchValues' },
)
export type SearchValues = Static<typeof SearchValues>
