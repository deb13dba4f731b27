import type { Queryable } from '../../db/database.ts'
import { execute, sql } from '../../db/sql.ts'
import { ofEachBucket } from './in-buckets.ts'

/** An ingest token that ends, or `allTokens` of a project that is deleted. */
export interface ClosedToken {
  projectId: number
  tokenId: number
  at: Date
}

/** Stands for every token of a project. */
export const allTokens = 0

/** How long a token is refused beside the events: no process knows it from memory for as long. */
const keptDays = 30

/**
 * Notes that nothing is appended by these tokens from a time on, at the latest. The processes that take events read the accounts
 * beforehand and from memory; this is written where the events of the project are, and read by the statement that makes events durable.
 */
export async function closeTokens(db: Queryable, closed: readonly ClosedToken[]): Promise<void> {
  if (closed.length === 0) return
  await ofEachBucket(db, closed, (own) => writeClosed(db, own))
}

async function writeClosed(db: Queryable, closed: readonly ClosedToken[]): Promise<void> {
  await execute(
    db,
    sql`
      insert into closed_tokens as c (project_id, token_id, closes_at)
      select * from unnest(
          ${closed.map(({ projectId }) => projectId)}::int8[], ${closed.map(({ tokenId }) => tokenId)}::int8[],
          ${closed.map(({ at }) => at)}::timestamptz[]) as n (project_id, token_id, closes_at)
       order by n.project_id, n.token_id
      on conflict (project_id, token_id) do update set closes_at = least(c.closes_at, excluded.closes_at)`,
  )
}

export async function forgetClosedTokens(db: Queryable): Promise<void> {
  await execute(db, sql`delete from closed_tokens c where c.closes_at < now() - make_interval(days => ${keptDays})`)
}
