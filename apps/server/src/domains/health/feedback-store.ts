import { randomUUID } from 'node:crypto'
import type { Queryable, Tx } from '../../db/database.ts'
import { rowsOf, sql } from '../../db/sql.ts'
import { projectsInTurn, type Turn } from '../../db/turns.ts'
import type { FeedbackItem } from './health-item.ts'

/** Feedback of a project that is kept; the oldest goes first. */
const maxFeedback = 10_000

/** @returns what was not known before */
export async function insertFeedback(
  tx: Tx,
  items: readonly FeedbackItem[],
): Promise<{ projectId: number; id: string }[]> {
  if (items.length === 0) return []
  const { rows } = await tx.query<{ projectId: number; id: string }>(
    `insert into feedback (project_id, id, client_event_id, message, name, email, url, created_at)
     select f.project_id, f.id, f.client_event_id, f.message, f.name, f.email, f.url,
            f.created_at
       from unnest($1::int8[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
            as f (project_id, id, client_event_id, message, name, email, url, created_at)
     on conflict do nothing
     returning project_id as "projectId", id`,
    [
      items.map(({ projectId }) => projectId),
      items.map(({ id }) => id ?? randomUUID()),
      items.map(({ clientEventId }) => clientEventId),
      items.map(({ message }) => message),
      items.map(({ name }) => name),
      items.map(({ email }) => email),
      items.map(({ url }) => url),
      items.map(({ at }) => new Date(at)),
    ],
  )
  return rows
}

/** Deletes some of the oldest feedback of a project that has too much. @returns how many pieces */
export async function deleteSurplusFeedback(db: Queryable, projectId: number, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from feedback f where f.project_id = $1 and f.id in (
       select o.id from feedback o where o.project_id = $1
        order by o.created_at desc, o.id offset ${maxFeedback} limit $2)`,
    [projectId, limit],
  )
  return rowCount ?? 0
}

export interface FeedbackRecord {
  id: string
  message: string
  name: string | null
  email: string | null
  url: string | null
  createdAt: Date
  eventId: string | null
  issueId: string | null
}

const columns = `f.id, f.message, f.name, f.email, f.url, f.created_at as "createdAt", f.event_id as "eventId",
  g.issue_id as "issueId"`

export interface FeedbackPosition {
  createdAt: Date
  id: string
}

/** @param issueId uuid of the only issue whose feedback is listed */
export async function findFeedback(
  db: Queryable,
  projectId: number,
  { after, limit, issueId }: { after: FeedbackPosition | undefined; limit: number; issueId?: string | undefined },
): Promise<FeedbackRecord[]> {
  const { rows } = await db.query<FeedbackRecord>(
    `select ${columns} from feedback f
       left join events e on e.project_id = f.project_id and e.event_id = f.event_id
       left join groups g on g.project_id = e.project_id and g.group_id = e.group_id
      where f.project_id = $1
        and ($2::timestamptz is null or f.created_at < $2 or (f.created_at = $2 and f.id > $3::uuid))
        and ($5::uuid is null or g.issue_id = $5)
      order by f.created_at desc, f.id limit $4`,
    [projectId, after?.createdAt ?? null, after?.id ?? null, limit, issueId ?? null],
  )
  return rows
}

interface Unlinked {
  projectId: number
  id: string
  clientEventId: string
  createdAt: Date
}

/** Lists the newest feedback about events that were not found yet, of the projects that follow `after` in turn. */
export function findUnlinked(db: Queryable, { after, limit, perProject }: Turn): Promise<Unlinked[]> {
  const isUnlinked = sql`q.client_event_id is not null and q.event_id is null`
  return rowsOf<Unlinked>(
    db,
    sql`
      with recursive ${projectsInTurn('feedback', after, isUnlinked)}
      select d.* from turn t cross join lateral (
        select q.project_id as "projectId", q.id, q.client_event_id as "clientEventId", q.created_at as "createdAt"
          from feedback q
         where q.project_id = t.project_id and ${isUnlinked} and q.created_at > now() - interval '2 minutes'
         order by q.created_at desc limit ${perProject}) as d
      limit ${limit}`,
  )
}

export async function linkFeedback(db: Queryable, projectId: number, id: string, eventId: string): Promise<void> {
  await db.query('update feedback f set event_id = $3 where f.project_id = $1 and f.id = $2', [projectId, id, eventId])
}

/** @returns whether there was one */
export async function deleteFeedback(db: Queryable, projectId: number, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from feedback f where f.project_id = $1 and f.id = $2', [projectId, id])
  return rowCount === 1
}
