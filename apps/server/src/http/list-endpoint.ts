import { type ErrorCode, PageQuery } from '@bugle/protocol'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Needs } from './caller.ts'
import { type Endpoint, endpoint, type Input, type Tag } from './endpoint.ts'
import { cursorOf, type Page, pageFrom, pageLimit, positionCount } from './page.ts'
import type { App } from './server.ts'

/** Sort key of most lists. */
const ById = Type.Object({ id: positionCount })
type ById = typeof ById

/** Rows of a list whose page may end early: `end` is where the next one continues. */
export interface RowsUpTo<Row, Position> {
  rows: Row[]
  end: Position | undefined
}

export interface ListEndpoint<
  Url extends string,
  Response extends TSchema,
  Row,
  Query extends TObject = typeof PageQuery,
  Position extends TSchema = ById,
> {
  url: Url
  summary: string
  description?: string
  tag: Tag
  scope: Needs
  /** Includes the properties of `PageQuery`, which is the default. */
  query?: Query
  response: Response
  refusals?: ErrorCode[]
  /** Schema of the sort key, which cursors hold; by default `{ id }`. */
  position?: Position
  /** Reads up to `limit` rows that follow the position in the order of the list. */
  find: (
    input: Input<Url, 'caller', Query, undefined>,
    page: { after: Static<Position> | undefined; limit: number },
  ) => Promise<Row[] | RowsUpTo<Row, Static<Position>>>
  positionOf: (row: Row) => Static<Position>
  show: (
    rows: Row[],
    input: Input<Url, 'caller', Query, undefined>,
  ) => Omit<Static<Response>, 'next_cursor'> | Promise<Omit<Static<Response>, 'next_cursor'>>
}

/**
 * Declares a list with keyset paging.
 *
 * @example
 * listEndpoint(app, {
 *   url: '/api/projects',
 *   summary: 'List projects, oldest first',
 *   tag: 'Projects',
 *   scope: 'project:read',
 *   response: ProjectPage,
 *   find: ({ caller }, { after, limit }) => findProjects(db, caller, { after: after?.id, limit }),
 *   positionOf: ({ id }) => ({ id }),
 *   show: (projects) => ({ projects: projects.map(toProject) }),
 * })
 */
export function listEndpoint<
  const Url extends string,
  Response extends TSchema,
  Row,
  Query extends TObject = typeof PageQuery,
  Position extends TSchema = ById,
>(
  app: App,
  { query, position, find, positionOf, show, ...described }: ListEndpoint<Url, Response, Row, Query, Position>,
): void {
  const cursor = cursorOf<Position>(position ?? (ById as never))
  const writeCursor = (row: Row) => cursor.write(positionOf(row))
  const spec: Endpoint<Url, 'caller', Query, undefined, Response> = {
    method: 'GET',
    access: 'caller',
    ...described,
    query: query ?? (PageQuery as unknown as Query),
    handler: async (input) => {
      const { limit: asked, cursor: text } = input.query as PageQuery
      const limit = pageLimit({ limit: asked })
      const found = await find(input, { after: cursor.read(text), limit: limit + 1 })
      const { rows, end } = Array.isArray(found) ? { rows: found, end: undefined } : found
      const { entries, next_cursor }: Page<Row> = pageFrom(rows, limit, writeCursor)
      const shown = await show(entries, input)
      return {
        ...shown,
        next_cursor: next_cursor ?? (end === undefined ? null : cursor.write(end)),
      } as Static<Response>
    },
  }
  endpoint(app, spec)
}
