import type { Tx } from '../../db/database.ts'
import { takeLock } from '../../db/locks.ts'
import { type IssueKey, type News, NewsSum } from './news.ts'

type Queryable = Pick<Tx, 'query'>

/** Says that there are news; the table is the truth. */
export const newsChannel = 'bugle_news'
/** Says that somebody listens to news, or goes on to. */
export const listenersChannel = 'bugle_listeners'

/** For how long news are written after somebody has listened: whoever comes back by then has missed nothing. */
const listenedSeconds = 120
/** How far back a listener may come back to. */
const keptMinutes = 15

/**
 * Writes news, if somebody listens; null says that something may be missing. It belongs at the end of a transaction:
 * from here to the commit nobody else can, so that news are in the order of commits.
 */
export async function tellNews(tx: Tx, news: News | null): Promise<void> {
  await takeLock(tx, 'news')
  await tx.query(
    `with told as (
       insert into news (changes) select $1::jsonb
        where exists (select from news_state s where s.listened_until > clock_timestamp())
       returning id)
     select pg_notify($2, '') from told`,
    [news === null ? null : JSON.stringify(news), newsChannel],
  )
}

/** Tells of issues that somebody decided about. */
export async function tellUpdated(tx: Tx, issues: readonly IssueKey[]): Promise<void> {
  if (issues.length === 0) return
  const sum = new NewsSum()
  for (const issue of issues) sum.add('updated', issue)
  await tellNews(tx, sum.toNews())
}

/** From now on news are written, for two minutes. What was told before, while nobody listened, is marked as missing. */
export async function listenToNews(tx: Tx): Promise<void> {
  await takeLock(tx, 'news')
  const { rows } = await tx.query<{ goes_on: boolean }>(
    `update news_state s set listened_until = clock_timestamp() + make_interval(secs => $1)
       from (select o.id, o.listened_until > clock_timestamp() as goes_on from news_state o) as before
      where before.id = s.id returning before.goes_on`,
    [listenedSeconds],
  )
  if (rows[0]?.goes_on !== true) await tellNews(tx, null)
  await tx.query('select pg_notify($1, $2)', [listenersChannel, ''])
}

/** Milliseconds for which news are to be written yet; 0 when nobody listens. */
export async function findListening(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    `select greatest(extract(epoch from s.listened_until - clock_timestamp()) * 1000, 0)::float8 as ms
       from news_state s`,
  )
  return rows[0]?.ms ?? 0
}

export interface NewsRow {
  id: number
  /** Null: something may be missing before this. */
  news: News | null
}

export interface FoundNews {
  /** In the order of their ids. */
  rows: NewsRow[]
  /** The id of the latest there is, or was. */
  newest: number
  /** All after this id is in `rows`; before it something may be missing. */
  since: number
}

/** News after an id; when there are more than a limit, the latest of them. */
export async function findNews(db: Queryable, after: number, limit: number): Promise<FoundNews> {
  const { rows } = await db.query<{ id: number | null; changes: News | null; forgotten_to: number; newest: number }>({
    name: 'find-news',
    text: `select n.id, n.changes, s.forgotten_to, coalesce((select max(m.id) from news m), s.forgotten_to) as newest
             from news_state s
             left join lateral (select x.id, x.changes from news x where x.id > $1 order by x.id desc limit $2) as n on true
            order by n.id`,
    values: [after, limit + 1],
  })
  const { forgotten_to, newest } = rows[0]!
  const found = rows.flatMap(({ id, changes }) => (id === null ? [] : [{ id, news: changes }]))
  if (found.length <= limit) return { rows: found, newest, since: forgotten_to }
  return { rows: found.slice(1), newest, since: Math.max(forgotten_to, found[0]!.id) }
}

/** The id of the latest news there is, or was. */
export async function findNewest(db: Queryable): Promise<number> {
  return (await findNews(db, Number.MAX_SAFE_INTEGER, 1)).newest
}

export async function forgetOldNews(db: Queryable): Promise<void> {
  await db.query(
    `with gone as (delete from news n where n.told_at < clock_timestamp() - make_interval(mins => $1) returning n.id)
     update news_state s set forgotten_to = greatest(s.forgotten_to, (select max(g.id) from gone g))
      where exists (select from gone)`,
    [keptMinutes],
  )
}
