import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import type { Queryable } from './database.ts'

export { sql }

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
 * @param name plans the statement once per connection, under this name; for a statement whose text never varies, and
 * which nearly every request needs: planning it can take longer than executing it
 */
export async function rowsOf<Row extends object>(
  db: Queryable,
  statement: RawBuilder<Row>,
  name?: string,
): Promise<Row[]> {
  return (await run(db, statement, name)).rows
}

/** Runs a statement whose rows are not read; returns how many it wrote or found. */
export async function execute(db: Queryable, statement: RawBuilder<unknown>): Promise<number> {
  return (await run(db, statement as RawBuilder<object>)).rowCount ?? 0
}

function run<Row extends object>(db: Queryable, statement: RawBuilder<Row>, name?: string) {
  const { sql: text, parameters } = statement.compile(compiler)
  return db.query<Row>({ ...(name === undefined ? {} : { name }), text, values: [...parameters] })
}
