import type { Tx } from '../../db/database.ts'
import type { FoundIssue } from './search-store.ts'

type Queryable = Pick<Tx, 'query'>

/** Lists of a user that are kept: what a person reads at the same time. */
const listsOfUser = 20
const keptHours = 24

export interface KeptList {
  userId: string
  /** A hash of what was asked for. */
  request: Buffer
  issues: readonly FoundIssue[]
}

/** Keeps the order of a list for its further pages, in place of the oldest of its user. */
export async function keepList(db: Queryable, { userId, request, issues }: KeptList): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `with gone as (
       delete from issue_lists l where l.id in (
         select o.id from issue_lists o where o.user_id = $1 order by o.created_at desc offset $5))
     insert into issue_lists (id, user_id, request, project_ids, issue_ids)
     values (gen_random_uuid(), $1, $2, $3, $4) returning id`,
    [userId, request, issues.map(({ projectId }) => projectId), issues.map(({ issueId }) => issueId), listsOfUser - 1],
  )
  return rows[0]!.id
}

/** Some issues of a kept list from a place on, or undefined when it is not kept, not of this user or of another request. */
export async function findListed(
  db: Queryable,
  {
    id,
    userId,
    request,
    offset,
    limit,
  }: { id: string; userId: string; request: Buffer; offset: number; limit: number },
): Promise<FoundIssue[] | undefined> {
  const { rows } = await db.query<{ project_ids: string[]; issue_ids: string[] }>(
    `select l.project_ids[$4::int4 + 1 : $4::int4 + $5::int4]::text[] as project_ids, l.issue_ids[$4::int4 + 1 : $4::int4 + $5::int4]::text[] as issue_ids
       from issue_lists l where l.id = $1 and l.user_id = $2 and l.request = $3`,
    [id, userId, request, offset, limit],
  )
  const [list] = rows
  return list?.issue_ids.map((issueId, index) => ({ projectId: Number(list.project_ids[index]), issueId }))
}

export async function forgetOldLists(db: Queryable): Promise<void> {
  await db.query('delete from issue_lists l where l.created_at < now() - make_interval(hours => $1)', [keptHours])
}
