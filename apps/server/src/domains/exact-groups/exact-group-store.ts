import { type HexId, toHexId } from '@bugle/protocol'
import { byteaArray, int4Array, int8Array, textArray, uuidArray } from '../../db/binary-array.ts'
import { currentTime, transactionTime } from '../../db/clock.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { groupKey } from '../counters/index.ts'
import { type StoredStack, storeStacks } from './resolved-stack-store.ts'

export interface GroupKey {
  projectId: number
  groupId: HexId
}

export interface NewExactGroup extends GroupKey {
  /** The group of the stack as it was sent; it exists, like the key group. */
  coarseGroupId: HexId
  /** The group of the resolved stack, if the stack is resolved. */
  keyGroupId: HexId | null
  stack: StoredStack | null
  release: string | null
  /** Whether its events have only their innermost calls in common. */
  isInner: boolean
}

/** Returns which of these groups exist, as `project:group`. */
export async function findExactGroups(db: Queryable, groups: readonly GroupKey[]): Promise<Set<string>> {
  const { rows } = await db.query<{ project_id: number; group_id: string }>({
    name: 'find-exact-groups',
    text: `select g.project_id, g.group_id from unnest($1::int8[], $2::uuid[]) as c (project_id, group_id)
             join groups g on g.project_id = c.project_id and g.group_id = c.group_id`,
    values: [int8Array(groups.map(({ projectId }) => projectId)), uuidArray(groups.map(({ groupId }) => groupId))],
  })
  return new Set(rows.map((row) => groupKey({ projectId: row.project_id, groupId: toHexId(row.group_id) })))
}

/** Counts the exact groups of a coarse group in a release. */
export async function countExactGroups(
  tx: Tx,
  { projectId, coarseGroupId, release }: Pick<NewExactGroup, 'projectId' | 'coarseGroupId' | 'release'>,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count-exact-groups',
    text: `select count(*) from exact_groups x
            where x.project_id = $1 and x.coarse_group_id = $2::uuid and x.release is not distinct from $3`,
    values: [projectId, coarseGroupId, release],
  })
  return rows[0]!.count
}

/** Stacks of generated code in a release, and their events. */
export interface StackCounts {
  resolved: { stacks: number; events: number }
  unresolved: { stacks: number; events: number }
}

/** Counts the stacks of generated code whose events are of a release first, by whether they are resolved. */
export async function countStacksOfRelease(db: Queryable, projectId: number, release: string): Promise<StackCounts> {
  const { rows } = await db.query<{ isResolved: boolean; stacks: number; events: number }>({
    name: 'count-stacks-of-release',
    text: `select x.state = 'resolved' as "isResolved", count(*) as stacks, sum(s.event_count)::int8 as events
             from exact_groups x
             join group_stats s on s.project_id = x.project_id and s.group_id = x.group_id
            where x.project_id = $1 and x.release = $2 group by 1`,
    values: [projectId, release],
  })
  const of = (isResolved: boolean) => {
    const { stacks = 0, events = 0 } = rows.find((row) => row.isResolved === isResolved) ?? {}
    return { stacks, events }
  }
  return { resolved: of(true), unresolved: of(false) }
}

interface GroupInIssue {
  projectId: number
  issueId: string
  groupId: string
}

/**
 * Inserts exact groups below their key groups, in the issues of those. The exclusive lock of groups must be held: the
 * groups of an issue count its users together from then on.
 */
export async function insertExactGroups(tx: Tx, groups: readonly NewExactGroup[]): Promise<void> {
  const ids = [int8Array(groups.map(({ projectId }) => projectId)), uuidArray(groups.map(({ groupId }) => groupId))]
  const keys = uuidArray(groups.map(({ coarseGroupId, keyGroupId }) => keyGroupId ?? coarseGroupId))
  const time = await transactionTime(tx)
  await tx.query(
    `insert into groups
       (project_id, group_id, issue_id, fingerprint, grouping, counts_from, is_alone, key_group_id, created_at)
     select n.project_id, n.group_id, c.issue_id, uuid_send(n.group_id), '{"version": 1, "reason": "exact", "components": []}',
            coalesce((select d.deleted_at from deleted_groups d
                       where d.project_id = n.project_id and d.group_id = n.group_id), '-infinity'), false, c.group_id, $4::timestamptz
       from unnest($1::int8[], $2::uuid[], $3::uuid[]) as n (project_id, group_id, key_group_id)
       join groups c on c.project_id = n.project_id and c.group_id = n.key_group_id
     on conflict (project_id, group_id) do nothing`,
    [...ids, keys, time],
  )
  const { rows: shared } = await tx.query<GroupInIssue>(
    `update groups g set is_alone = false
       from (select distinct c.project_id, c.issue_id from unnest($1::int8[], $2::uuid[]) as n (project_id, group_id)
               join groups c on c.project_id = n.project_id and c.group_id = n.group_id) as w
      where g.project_id = w.project_id and g.issue_id = w.issue_id and g.is_alone
     returning g.project_id as "projectId", g.issue_id as "issueId", g.group_id as "groupId"`,
    ids,
  )
  if (shared.length > 0)
    await tx.query(
      `insert into issue_users
       select s.project_id, s.issue_id, u.user_key from unnest($1::int8[], $2::uuid[], $3::uuid[]) as s (project_id, issue_id, group_id)
         join group_users u on u.project_id = s.project_id and u.group_id = s.group_id`,
      [
        int8Array(shared.map(({ projectId }) => projectId)),
        shared.map(({ issueId }) => issueId),
        shared.map(({ groupId }) => groupId),
      ],
    )
  await tx.query(
    `insert into exact_groups (project_id, group_id, coarse_group_id, release, state, is_inner)
     select * from unnest($1::int8[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bool[])
     on conflict (project_id, group_id) do nothing`,
    [
      ...ids,
      uuidArray(groups.map(({ coarseGroupId }) => coarseGroupId)),
      textArray(groups.map(({ release }) => release)),
      textArray(groups.map(({ keyGroupId }) => (keyGroupId === null ? 'due' : 'resolved'))),
      groups.map(({ isInner }) => isInner),
    ],
  )
  await storeStacks(
    tx,
    groups.flatMap(({ projectId, groupId, stack }) => (stack === null ? [] : [{ projectId, groupId, stack }])),
  )
}

/** Puts groups without events into the issues of others. */
export async function joinIssues(tx: Tx, groups: readonly (GroupKey & { ofGroupId: HexId })[]): Promise<void> {
  if (groups.length === 0) return
  await tx.query(
    `update groups g set issue_id = o.issue_id
       from unnest($1::int8[], $2::uuid[], $3::uuid[]) as w (project_id, group_id, of_group_id)
       join groups o on o.project_id = w.project_id and o.group_id = w.of_group_id
      where g.project_id = w.project_id and g.group_id = w.group_id`,
    [
      int8Array(groups.map(({ projectId }) => projectId)),
      uuidArray(groups.map(({ groupId }) => groupId)),
      uuidArray(groups.map(({ ofGroupId }) => ofGroupId)),
    ],
  )
}

/** A group to be resolved, by its newest event. */
export interface DueGroup {
  projectId: number
  /** In canonical form, like the other ids. */
  groupId: string
  coarseGroupId: string
  attempts: number
  wakes: number
  /** Its newest event, and where the body is; null once it was evicted. */
  event: { eventId: string; segmentId: number; position: number } | null
}

/** Returns groups that are due, those of one project and one coarse group together. Groups whose first event is being digested are not. */
export async function findDueGroups(db: Queryable, limit: number): Promise<DueGroup[]> {
  const { rows } = await db.query<DueGroup>({
    name: 'find-due-groups',
    text: `select x.project_id as "projectId", x.group_id as "groupId", x.coarse_group_id as "coarseGroupId", x.attempts,
                  x.wakes,
                  case when e.event_id is not null then json_build_object(
                    'eventId', e.event_id, 'segmentId', e.segment_id, 'position', e.position) end as event
             from exact_groups x
             join group_stats s on s.project_id = x.project_id and s.group_id = x.group_id
             left join events e on e.project_id = x.project_id and e.event_id = s.last_event_id
            where x.state = 'due' and x.retry_at <= now() order by x.project_id, x.coarse_group_id, x.group_id limit $1`,
    values: [limit],
  })
  return rows
}

/** SQL condition: the stack of a group is to be resolved. */
export const groupsAreDue = "exists (select 1 from exact_groups x where x.state = 'due' and x.retry_at <= now())"

/** A group that could not be resolved, and the keys of the files that it waits for. */
export interface AwaitedGroup {
  projectId: number
  groupId: string
  /** As it was read before the files were looked for. */
  wakes: number
  fileKeys: readonly Buffer[]
}

/** Records which files groups wait for, unless one arrived meanwhile. */
export async function noteWaiting(tx: Tx, groups: readonly AwaitedGroup[]): Promise<void> {
  const pairs = groups.flatMap(({ projectId, groupId, fileKeys }) =>
    fileKeys.map((fileKey) => ({ projectId, groupId, fileKey })),
  )
  const ids = [int8Array(groups.map(({ projectId }) => projectId)), groups.map(({ groupId }) => groupId)]
  await tx.query(
    `delete from awaited_files f using unnest($1::int8[], $2::uuid[]) as w (project_id, group_id)
      where f.project_id = w.project_id and f.group_id = w.group_id`,
    ids,
  )
  await tx.query(
    `insert into awaited_files (project_id, file_key, group_id)
     select * from unnest($1::int8[], $2::bytea[], $3::uuid[]) on conflict do nothing`,
    [
      int8Array(pairs.map(({ projectId }) => projectId)),
      byteaArray(pairs.map(({ fileKey }) => fileKey)),
      pairs.map(({ groupId }) => groupId),
    ],
  )
  await tx.query(
    `update exact_groups x set state = 'waiting', attempts = 0
       from unnest($1::int8[], $2::uuid[], $3::int4[]) as w (project_id, group_id, wakes)
      where x.project_id = w.project_id and x.group_id = w.group_id and x.wakes = w.wakes`,
    [...ids, int4Array(groups.map(({ wakes }) => wakes))],
  )
}

/** Counts a failed attempt: the first is repeated at once, the others after pauses that grow from half a minute to six hours. */
export async function noteFailedAttempt(db: Queryable, { projectId, groupId }: DueGroup): Promise<void> {
  const now = Date.parse(await currentTime(db))
  const later = retryPauses.map((seconds) => new Date(now + seconds * 1000).toISOString())
  await db.query(
    `update exact_groups x set attempts = least(x.attempts + 1, 1000), retry_at = p.retry_at
       from unnest($3::timestamptz[]) with ordinality as p (retry_at, attempts)
      where x.project_id = $1 and x.group_id = $2 and p.attempts = least(x.attempts + 1, $4)`,
    [projectId, groupId, ['-infinity', ...later], 1 + later.length],
  )
}

/** Seconds from the second failure to the next attempt, from the third, and so on; the last for all that follow. */
const retryPauses = Array.from({ length: 11 }, (_, doublings) => Math.min(30 * 2 ** doublings, 6 * 3600))

/** Makes the groups due at once whose next attempt is later: after a start, which may have mended what failed. */
export async function retryNow(db: Queryable): Promise<void> {
  await db.query(`update exact_groups x set retry_at = '-infinity' where x.state = 'due' and x.retry_at > now()`)
}

/** Makes the groups due that wait for one of these files; those that are looking for theirs now look again. */
export async function wakeAwaiting(db: Queryable, projectId: number, fileKeys: readonly Buffer[]): Promise<void> {
  await db.query(
    `update exact_groups x set state = 'due', attempts = 0, retry_at = '-infinity', wakes = x.wakes + 1
      where x.project_id = $1
        and (x.state = 'due' or x.state = 'waiting' and x.group_id in (
             select f.group_id from awaited_files f where f.project_id = $1 and f.file_key = any($2::bytea[])))`,
    [projectId, byteaArray(fileKeys)],
  )
}

/** Returns the culprit of the resolved stack of each event that is in a resolved exact group. */
export async function findKeyCulprits(
  db: Queryable,
  events: readonly { projectId: number; groupId: string; eventId: string }[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ eventId: string; culprit: string }>({
    name: 'find-key-culprits',
    text: `select w.event_id as "eventId", k.grouping ->> 'culprit' as culprit
             from unnest($1::int8[], $2::uuid[], $3::uuid[]) as w (project_id, group_id, event_id)
             join groups g on g.project_id = w.project_id and g.group_id = w.group_id
             join groups k on k.project_id = g.project_id and k.group_id = g.key_group_id
            where k.grouping ->> 'culprit' is not null`,
    values: [
      int8Array(events.map(({ projectId }) => projectId)),
      events.map(({ groupId }) => groupId),
      events.map(({ eventId }) => eventId),
    ],
  })
  return new Map(rows.map(({ eventId, culprit }) => [eventId, culprit]))
}

/** Records that groups are resolved; they wait for no file any more. */
export async function markResolved(tx: Tx, projectId: number, groupIds: readonly string[]): Promise<void> {
  const values = [projectId, groupIds]
  await tx.query(
    `update exact_groups x set state = 'resolved', attempts = 0 where x.project_id = $1 and x.group_id = any($2::uuid[])`,
    values,
  )
  await tx.query('delete from awaited_files f where f.project_id = $1 and f.group_id = any($2::uuid[])', values)
}
