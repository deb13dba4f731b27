import Type, { type Static } from 'typebox'
import { Count, nullable } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

// Suggestions for continuing a query.

const q = Type.Optional(
  Type.String({
    maxLength: limits.shortText,
    pattern: '^[^\\u0000]*$',
    description: 'Only values that contain this text, ignoring case.',
  }),
)

export const SearchKeysQuery = Type.Object({ q })
export type SearchKeysQuery = Static<typeof SearchKeysQuery>

export const SearchKeys = Type.Object(
  { keys: Type.Array(Type.String({ description: 'As typed before the colon, such as `tag."my key"`.' })) },
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
        term: Type.String({ description: 'As typed, with its key, and quoted where necessary.' }),
        count: nullable(Count),
      }),
      { description: 'Most frequent first, at most 20. Counts cover the last 14 days or, for tags, recent issues.' },
    ),
  },
  { $id: 'SearchValues' },
)
export type SearchValues = Static<typeof SearchValues>
