import type { Queryable } from '../../../db/database.ts'
import { execute, rowsOf, sql } from '../../../db/sql.ts'

export interface FoundIssue {
  projectId: number
  issueId: string
}

/** Snapshots kept per user: more than a person reads at the same time. */
const listsOfUser = 20
const keptHours = 24

/** Stores the order of a list for further pages, in place of the user's oldest one beyond a limit; returns its id. */
export async function keepList(
  db: Queryable,
  { userId, request }: { userId: string; request: Buffer },
  ordered: readonly [projectId: number, issueId: string][],
): Promise<string> {
  const [kept] = await rowsOf<{ id: string }>(
    db,
    sql`with gone as (
          delete from issue_list_snapshots l
           where l.id in (select x.id from issue_list_snapshots x where x.user_id = ${userId}::uuid
                           order by x.created_at desc offset ${sql.lit(listsOfUser - 1)}))
        insert into issue_list_snapshots (id, user_id, request, project_ids, issue_ids)
        values (gen_random_uuid(), ${userId}::uuid, ${request}::bytea, ${ordered.map(([projectId]) => projectId)}::int8[],
                ${ordered.map(([, issueId]) => issueId)}::uuid[])
        returning id`,
  )
  return kept!.id
}

/**
 * Returns issues of a snapshot from a position on; undefined if the snapshot is gone, belongs to another user, or to
 * another request.
 */
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
  const rows = await rowsOf<{ project_ids: string[]; issue_ids: string[] }>(
    db,
    sql`select l.project_ids[${offset}::int4 + 1 : ${offset}::int4 + ${limit}::int4]::text[] as project_ids, l.issue_ids[${offset}::int4 + 1 : ${offset}::int4 + ${limit}::int4]::text[] as issue_ids
       from issue_list_snapshots l where l.id = ${id} and l.user_id = ${userId} and l.request = ${request}`,
  )
  const [list] = rows
  return list?.issue_ids.map((issueId, index) => ({ projectId: Number(list.project_ids[index]), issueId }))
}

export async function forgetOldLists(db: Queryable): Promise<void> {
  await execute(
    db,
    sql`delete from issue_list_snapshots l where l.created_at < now() - make_interval(hours => ${keptHours})`,
  )
}
