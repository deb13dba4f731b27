import { type Fragment, sql, typed } from './sql.ts'

/** The part of waiting rows that is taken at once. */
export interface Turn {
  /** The project before the first one; 0 begins with the first of all. */
  after: number
  limit: number
  perProject: number
}

/** The project whose turn was the last one; kept by whoever takes the turns, also when one of them fails. */
export interface LastTurn {
  last: number
}

/** Returns the project after which the next turn begins: 0 if fewer rows were taken than could be. */
export function nextTurn(taken: readonly { projectId: number }[], limit: number): number {
  return taken.length < limit ? 0 : taken.at(-1)!.projectId
}

/**
 * Returns recursive common table expressions that end in `turn (project_id)`: the distinct projects in a table in ascending
 * order, by one index lookup each. An index that begins with the project finds the next one however many rows the last
 * one has. The consumer bounds the expression with `limit`, and evaluation stops there.
 *
 * @param after the project before the first one
 * @param condition on the rows `q`
 * @example sql`with recursive ${projectsInTurn('health_queue', 0)} select project_id from turn limit 20`
 */
export function projectsInTurn(table: string, after: number, condition: Fragment = sql`true`): Fragment {
  return inTurn({ table, key: 'project_id', after: typed(after, 'int8'), condition })
}

/** Returns the same for other owners than projects. */
export function inTurn({
  table,
  key,
  after,
  condition,
}: Record<'table' | 'key', string> & Record<'after' | 'condition', Fragment>): Fragment {
  const column = sql.raw(key)
  const next = (last: Fragment) => sql`
    select q.${column} from ${sql.raw(table)} q where ${condition} and q.${column} > ${last} order by q.${column} limit 1`
  return sql`
    turns (${column}) as (
      (${next(after)})
      union all
      select (${next(sql`t.${column}`)}) from turns t where t.${column} is not null
    ), turn as (select t.${column} from turns t where t.${column} is not null)`
}
