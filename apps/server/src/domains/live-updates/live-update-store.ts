import { currentTime } from '../../db/clock.ts'
import { type Connection, type Queryable, type Tx, transactionOn } from '../../db/database.ts'
import { notify } from '../../db/listener.ts'
import { takeLock } from '../../db/locks.ts'
import { execute, rowsOf, sql } from '../../db/sql.ts'
import { type IssueKey, type LiveUpdate, LiveUpdateSum } from './live-update.ts'

/** Signals that there are updates; the table holds them. */
export const liveUpdateChannel = 'bugle_live_updates'
/** Signals that somebody listens to updates. */
export const listenersChannel = 'bugle_listeners'

/**
 * How long updates are written after somebody has listened: a client that returns within this time has missed nothing.
 */
const listenedSeconds = 120
/** How long updates are kept: a client that returns later gets a reset. */
const keptMinutes = 15

/**
 * Writes an update if somebody listens; null means that updates may be missing. Call it at the end of a transaction: no
 * other transaction can write updates until the commit, so they are in the order of commits.
 */
export async function publishLiveUpdate(tx: Tx, update: LiveUpdate | null): Promise<void> {
  await takeLock(tx, 'liveUpdates')
  await execute(
    tx,
    sql`with published as (
       insert into live_updates (changes) select ${update === null ? null : JSON.stringify(update)}::jsonb
        where exists (select 1 from live_update_state s where s.listened_until > clock_timestamp())
       returning id)
     select pg_notify(${liveUpdateChannel}, '') from published`,
  )
}

/** Publishes a live update for issues that a user changed. */
export async function publishUpdated(tx: Tx, issues: readonly IssueKey[]): Promise<void> {
  if (issues.length === 0) return
  const sum = new LiveUpdateSum()
  for (const issue of issues) sum.add('updated', issue)
  await publishLiveUpdate(tx, sum.toUpdate())
}

/**
 * Requests live updates for the next two minutes. If nobody listened until now, publishes that earlier updates are
 * missing.
 */
export async function keepListening(tx: Tx): Promise<void> {
  await takeLock(tx, 'liveUpdates')
  const time = await currentTime(tx)
  const rows = await rowsOf<{ goes_on: boolean }>(
    tx,
    sql`update live_update_state s set listened_until = ${time}::timestamptz + make_interval(secs => ${listenedSeconds})
       from (select o.id, o.listened_until > ${time}::timestamptz as goes_on from live_update_state o) as before
      where before.id = s.id returning before.goes_on`,
  )
  if (rows[0]?.goes_on !== true) await publishLiveUpdate(tx, null)
  await notify(tx, listenersChannel)
}

/** Returns the milliseconds for which updates must be written; 0 if nobody listens. */
export async function findListening(db: Queryable): Promise<number> {
  const rows = await rowsOf<{ ms: number }>(
    db,
    sql`select greatest(extract(epoch from s.listened_until - clock_timestamp()) * 1000, 0)::float8 as ms
       from live_update_state s`,
  )
  return rows[0]?.ms ?? 0
}

export interface LiveUpdateRow {
  id: number
  /** Null: updates before this one may be missing. */
  update: LiveUpdate | null
}

export interface FoundLiveUpdates {
  /** In order of their ids. */
  rows: LiveUpdateRow[]
  /** Id of the latest update, which may have been deleted. */
  newest: number
  /** `rows` has all updates after this id; earlier ones may be missing. */
  since: number
}

/** Returns the updates after an id; if there are more than the limit, the latest ones. */
export async function findLiveUpdates(db: Queryable, after: number, limit: number): Promise<FoundLiveUpdates> {
  const rows = await rowsOf<{ id: number | null; changes: LiveUpdate | null; pruned_to: number; newest: number }>(
    db,
    sql`select n.id, n.changes, s.pruned_to, coalesce((select max(m.id) from live_updates m), s.pruned_to) as newest
             from live_update_state s
             left join lateral (select x.id, x.changes from live_updates x where x.id > ${after} order by x.id desc limit ${limit + 1}) as n on true
            order by n.id`,
    'find-live-updates',
  )
  const { pruned_to, newest } = rows[0]!
  const found = rows.flatMap(({ id, changes }) => (id === null ? [] : [{ id, update: changes }]))
  if (found.length <= limit) return { rows: found, newest, since: pruned_to }
  return { rows: found.slice(1), newest, since: Math.max(pruned_to, found[0]!.id) }
}

/** Returns the id of the latest update, which may have been deleted. */
export async function findNewestLiveUpdate(db: Queryable): Promise<number> {
  return (await findLiveUpdates(db, Number.MAX_SAFE_INTEGER, 1)).newest
}

/** Deletes old updates, and notes that they are gone: a client that missed one must get a reset. */
export async function forgetOldLiveUpdates(client: Connection): Promise<void> {
  await transactionOn(client, async (tx) => {
    const time = await currentTime(tx)
    const gone = await rowsOf<{ id: number }>(
      tx,
      sql`delete from live_updates n where n.published_at < ${time}::timestamptz - make_interval(mins => ${keptMinutes}) returning n.id`,
    )
    if (gone.length === 0) return
    const newest = gone.reduce((max, { id }) => Math.max(max, id), 0)
    await execute(tx, sql`update live_update_state s set pruned_to = greatest(s.pruned_to, ${newest}::int8)`)
  })
}
