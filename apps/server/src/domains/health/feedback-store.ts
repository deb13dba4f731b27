import type { Queryable, Tx } from '../../db/database.ts'
import type { FeedbackItem } from './health-item.ts'

/** Feedback of a project that is kept; the oldest goes first. */
const maxFeedback = 10_000

export async function insertFeedback(tx: Tx, item: FeedbackItem): Promise<void> {
  await tx.query(
    `insert into feedback (project_id, client_event_id, message, name, email, url, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [item.projectId, item.clientEventId, item.message, item.name, item.email, item.url, new Date(item.at)],
  )
  await tx.query(
    `delete from feedback f where f.project_id = $1 and f.id in (
       select o.id from feedback o where o.project_id = $1 order by o.created_at desc, o.id offset ${maxFeedback})`,
    [item.projectId],
  )
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

/** Lists the newest feedback about events that were not found yet. */
export async function findUnlinked(
  db: Queryable,
  limit: number,
): Promise<{ projectId: number; id: string; clientEventId: string; createdAt: Date }[]> {
  const { rows } = await db.query<{ projectId: number; id: string; clientEventId: string; createdAt: Date }>(
    `select f.project_id as "projectId", f.id, f.client_event_id as "clientEventId", f.created_at as "createdAt"
       from feedback f
      where f.client_event_id is not null and f.event_id is null and f.created_at > now() - interval '2 minutes'
      order by f.created_at desc limit $1`,
    [limit],
  )
  return rows
}

export async function linkFeedback(db: Queryable, projectId: number, id: string, eventId: string): Promise<void> {
  await db.query('update feedback f set event_id = $3 where f.project_id = $1 and f.id = $2', [projectId, id, eventId])
}

/** @returns whether there was one */
export async function deleteFeedback(db: Queryable, projectId: number, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from feedback f where f.project_id = $1 and f.id = $2', [projectId, id])
  return rowCount === 1
}
