import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { Queryable } from './database.ts'
import type { Schema } from './schema.ts'

/** Part of a statement together with its values: Kysely numbers the parameters once the statement is whole. */
export type Fragment = RawBuilder<unknown>

/** Writes statements without a connection. */
const compiler = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * Returns a value as a parameter of a type; PostgreSQL cannot always infer one.
 *
 * @example typed([1, 2], 'int8[]') // `$1::int8[]`
 */
export function typed(value: unknown, type: string): Fragment {
  return sql`${value}::${sql.raw(type)}`
}

/** Joins conditions by `and`; `true` without any. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`true` : sql.join(conditions.map(inParentheses), sql` and `)
}

/** Joins conditions by `or`; `false` without any. */
export function anyOf(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`false` : sql.join(conditions.map(inParentheses), sql` or `)
}

const inParentheses = (condition: Fragment) => sql`(${condition})`

/**
 * Runs a statement and returns its rows.
 *
 * @param name plans the statement once per connection, under this name; for statements whose text never varies
 */
export async function rowsOf<Row extends pg.QueryResultRow>(
  db: Queryable,
  statement: RawBuilder<Row>,
  name?: string,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(compiler)
  const { rows } = await db.query<Row>({ ...(name === undefined ? {} : { name }), text, values: [...parameters] })
  return rows
}

/** A transaction of Kysely, or a connection of node-postgres: what is written in the transactions of both takes either. */
export type Executor = Kysely<Schema> | Queryable

/** Runs a statement that returns nothing. */
export async function execute(tx: Executor, statement: RawBuilder<unknown>): Promise<void> {
  await ('query' in tx ? rowsOf(tx, statement as RawBuilder<pg.QueryResultRow>) : statement.execute(tx))
}
