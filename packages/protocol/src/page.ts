import Type, { type Static, type TSchema } from 'typebox'
import { nullable } from './schema.ts'
import { limits } from './vocabulary/limits.ts'

/** Query parameters of every list. */
export const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.pageSize, default: limits.pageSize, description: 'Entries of a page.' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: '`next_cursor` of the page before.' })),
})
export type PageQuery = Static<typeof PageQuery>

/** Fields of every list besides its entries. */
export const nextCursor = nullable(
  Type.String({ description: 'Send it as `cursor` for the next page; null on the last one.' }),
)

/** `{ "<name>": […], "next_cursor": … }` */
export function pageOf<Name extends string, Item extends TSchema>($id: string, name: Name, item: Item) {
  return Type.Object({ [name]: Type.Array(item), next_cursor: nextCursor } as PageFields<Name, Item>, { $id })
}

type PageFields<Name extends string, Item extends TSchema> = { [K in Name]: ReturnType<typeof Type.Array<Item>> } & {
  next_cursor: typeof nextCursor
}
