import { issueStatuses } from '@bugle/protocol'
import type { Queryable } from '../../../db/database.ts'
import { rowsOf, sql } from '../../../db/sql.ts'
import { likePattern } from './like-pattern.ts'

export interface CountedValue {
  value: string
  count: number
}

/** Suggestions per response. */
const limit = 20
/** Tags come from the issues of each status that were seen last: reading all tags of a project would take minutes. */
const recentIssues = 100
const recently = sql`interval '14 days'`

const recentTagsOf = (projectId: number) => sql`
  from unnest(${issueStatuses}::text[]) as v (status)
 cross join lateral (select s.issue_id from issue_stats s where s.project_id = ${projectId} and s.status = v.status
                      order by s.last_seen_at desc, s.issue_id desc limit ${recentIssues}) as r
  join groups g on g.project_id = ${projectId} and g.issue_id = r.issue_id
  join group_tags t on t.project_id = g.project_id and t.group_id = g.group_id`

/** Returns keys of tags, the most common first. */
export async function suggestTagKeys(db: Queryable, projectId: number, part: string): Promise<string[]> {
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`select t.key ${recentTagsOf(projectId)} where t.key ilike ${likePattern(part)}
      group by t.key order by sum(t.event_count) desc, t.key limit ${limit}`,
  )
  return rows.map(({ key }) => key)
}

/** Returns values of a tag, the most common first. */
export async function suggestTagValues(
  db: Queryable,
  projectId: number,
  key: string,
  part: string,
): Promise<CountedValue[]> {
  return rowsOf<CountedValue>(
    db,
    sql`select t.value, sum(t.event_count)::int8 as count ${recentTagsOf(projectId)}
      where t.key = ${key} and t.value <> '' and t.value ilike ${likePattern(part)}
      group by t.value order by count desc, t.value limit ${limit}`,
  )
}

/** Returns names of environments or releases; releases with the newest first. */
export async function suggestNames(
  db: Queryable,
  projectId: number,
  kind: 'environment' | 'release',
  part: string,
): Promise<CountedValue[]> {
  const [table, name, order] =
    kind === 'environment' ? ['environments', 'name', 'count desc, n.name'] : ['releases', 'version', 'n.id desc']
  const rows = await rowsOf<CountedValue>(
    db,
    sql`select n.${sql.raw(name)} as value, coalesce(c.count, 0)::int8 as count
       from ${sql.raw(table)} n
       left join (select h.${sql.raw(kind)}_id as id, sum(h.event_count) as count from project_hourly h
                   where h.project_id = ${projectId} and h.hour > now() - ${recently} group by 1) as c on c.id = n.id
      where n.project_id = ${projectId} and n.${sql.raw(name)} ilike ${likePattern(part)}
      order by ${sql.raw(order)} limit ${limit}`,
  )
  return rows
}

/** Returns the names of teams that can be assigned issues of the project. */
export async function suggestTeams(db: Queryable, projectId: number, part: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select t.name from teams t join projects p on p.organization_id = t.organization_id
      where p.id = ${projectId} and t.name ilike ${likePattern(part)} order by t.name limit ${limit}`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the e-mails of members who can be assigned issues of the project. */
export async function suggestMembers(db: Queryable, projectId: number, part: string): Promise<string[]> {
  const rows = await rowsOf<{ email: string }>(
    db,
    sql`select u.email from visible_projects v join users u on u.id = v.viewer_id
      where v.project_id = ${projectId} and (u.email ilike ${likePattern(part)} or u.name ilike ${likePattern(part)}) order by u.email limit ${limit}`,
  )
  return rows.map(({ email }) => email)
}
