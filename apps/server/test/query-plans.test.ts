import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Queryable } from '../src/db/database.ts'
import { userKeyOf } from '../src/domains/counters/index.ts'
import { findEventsOfIssue } from '../src/domains/events/event-read-store.ts'
import { findIssueStats } from '../src/domains/events/stats-store.ts'
import { findEscalating } from '../src/domains/issues/record/escalation-store.ts'
import {
  findIssue,
  findIssues,
  findIssuesById,
  findSparklines,
  findTagCounts,
} from '../src/domains/issues/record/issue-store.ts'
import { toFilter } from '../src/domains/issues/search/issue-filter.ts'
import { findFirst } from '../src/domains/issues/search/search-store.ts'
import { makeEventPartitions } from '../src/domains/storage/segments/partition-store.ts'
import { createTestDatabase } from './test-database.ts'

// Two hundred small projects and a large one, where a page of the list must be as cheap as in a small one. One more has so many
// issues that their changes are computed of some only.

const database = await createTestDatabase({ connections: 1 })
const { pool } = database
const projects = { small: 200, issuesOfSmall: 10, issuesOfLarge: 2000 }
const large = projects.small + 1
const crowded = large + 1
const issuesOfCrowded = 11_000
const pageSize = 50
const hotEvents = 20_000
/** A user of many issues of the large project, with a few events in each. */
const busyUser = { id: 'user-7', issues: 300, eventsOfEach: 3 }

beforeAll(async () => {
  await pool.query(`insert into organizations (id, name) values ('00000000-0000-4000-8000-000000000001', 'o')`)
  await pool.query(
    `insert into projects (organization_id, name, app_id, app_ids, short_prefix)
     select '00000000-0000-4000-8000-000000000001', 'p', 'a', array['a'], 'P' || n from generate_series(1, $1) as n`,
    [crowded],
  )
  const issues = `(select p.id as project_id, gen_random_uuid() as id, n
                     from (select id from projects where id <> ${crowded}) as p
                    cross join lateral generate_series(1, case p.id when ${large} then ${projects.issuesOfLarge} else ${projects.issuesOfSmall} end) as n)`
  await pool.query(
    `with made as materialized ${issues},
          grouped as (insert into groups (project_id, group_id, issue_id, fingerprint, grouping)
                      select project_id, id, id, '\\x00', '{}' from made),
          counted as (insert into group_stats (project_id, group_id, event_count, first_seen_at, last_seen_at, first_event_id,
                                               last_event_id, first_release_id, last_release_id)
                      select project_id, id, 1, now(), now(), id, id, 0, 0 from made),
          by_day as (insert into group_daily (project_id, group_id, day, environment_id, release_id, platform, event_count,
                                              first_hour, last_hour, hours)
                     select project_id, id, (now() at time zone 'UTC')::date - d, level, level, 1, 720, 0, 23,
                            array_fill(30, array[24], array[0])
                       from made cross join generate_series(0, 1) as d cross join unnest(array[-2, 1, 2]) as level),
          tagged as (insert into group_tags (project_id, group_id, key, value, event_count)
                     select project_id, id, key, 'v', 1 from made cross join unnest(array['a', 'b', 'c']) as key),
          created as (insert into issues (project_id, issue_id, short_number, type, message, level, platform)
                   select project_id, id, n, 'Error', repeat('m', 200), 1, 1 from made)
     insert into issue_stats (project_id, issue_id, event_count, first_seen_at, last_seen_at)
     select project_id, id, 1, now(), now() - make_interval(secs => n) from made`,
  )
  await pool.query(
    `with made as materialized (select gen_random_uuid() as id, n from generate_series(1, ${issuesOfCrowded}) as n),
          grouped as (insert into groups (project_id, group_id, issue_id, fingerprint, grouping)
                      select ${crowded}, id, id, '\\x00', '{}' from made),
          by_day as (insert into group_daily (project_id, group_id, day, environment_id, release_id, platform, event_count,
                                              first_hour, last_hour, hours)
                     select ${crowded}, id, (now() at time zone 'UTC')::date, -2, -2, 1, 24, 0, 23, array_fill(1, array[24])
                       from made)
     insert into issue_stats (project_id, issue_id, event_count, first_seen_at, last_seen_at)
     select ${crowded}, id, n, now(), now() from made`,
  )
  // One of the issues has many events, over several days.
  await makeEventPartitions(pool, new Date())
  await pool.query(
    `insert into events (project_id, segment_id, occurred_at, received_at, event_id, group_id, position, repeat, release_id,
                         environment_id, level, platform, flags)
     select ${large}, n, now() - make_interval(mins => n), now(), ('00' || substr(gen_random_uuid()::text, 3))::uuid, g.group_id, 0, 1, 0, 0, 1, 1, 0
       from (select group_id from groups where project_id = ${large} limit 1) as g
      cross join generate_series(1, ${hotEvents}) as n`,
  )
  await pool.query(
    `with known as (select group_id from groups where project_id = ${large} order by group_id limit ${busyUser.issues}),
          used as (insert into group_users (project_id, group_id, user_key) select ${large}, group_id, $1 from known)
     insert into events (project_id, segment_id, occurred_at, received_at, user_key, event_id, group_id, position, repeat,
                         release_id, environment_id, level, platform, flags)
     select ${large}, n, now(), now(), $1, ('00' || substr(gen_random_uuid()::text, 3))::uuid, k.group_id, 0, 1, 0, 0, 1, 1, 0
       from known k cross join generate_series(1, ${busyUser.eventsOfEach}) as n`,
    [userKeyOf(busyUser.id)],
  )
  await pool.query('analyze')
})
afterAll(() => database.drop())

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Relation Name'?: string
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: PlanNode[]
}

/** Returns the rows that a plan touched, including those it discarded; of one table or its partitions, if it is given. */
function rowsTouched(node: PlanNode, table?: string): number {
  const perLoop = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const all = perLoop * node['Actual Loops'] + (node['Rows Removed by Join Filter'] ?? 0)
  const own = table === undefined || node['Relation Name']?.startsWith(table) ? all : 0
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsTouched(child, table), own)
}

/** Returns the number of rows touched by the generic plans of all statements; of one table, if it is given. */
async function touching(run: (db: Queryable) => Promise<unknown>, table?: string): Promise<number> {
  const client = await pool.connect()
  let touched = 0
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    await client.query(`prepare looked as ${text}`)
    const literals = values.map((value) => client.escapeLiteral(toText(value)))
    const { rows } = await client.query(
      `explain (analyze, format json) execute looked (${values.map((value, n) => (value === null ? 'null' : literals[n])).join(', ')})`,
    )
    touched += rowsTouched(rows[0]['QUERY PLAN'][0].Plan, table)
    await client.query('deallocate looked')
    return client.query(text, values)
  }
  await client.query('set plan_cache_mode = force_generic_plan')
  try {
    await run({ query } as unknown as pg.PoolClient)
  } finally {
    client.release(true)
  }
  return touched
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.join(',')}}`
  return value instanceof Date ? value.toISOString() : String(value)
}

const page = (projectId: number) => ({
  projectIds: [projectId],
  status: 'unresolved' as const,
  after: undefined,
  limit: pageSize,
})
/** A few joins, each with a row or two per issue. */
const rowsForIssue = 30

it('a page of a large project’s list touches only the issues of the page', async () => {
  expect(await touching((db) => findIssues(db, page(large)))).toBeLessThan(pageSize * rowsForIssue)
})

it('a lookup by ids touches only those issues', async () => {
  const issues = (await findIssues(pool, page(large))).map(({ issue }) => issue)
  expect(issues).toHaveLength(pageSize)
  expect(await touching((db) => findIssuesById(db, issues))).toBeLessThan(pageSize * rowsForIssue)
  // The table of projects is so small that some versions of PostgreSQL read all of it.
  expect(await touching((db) => findIssue(db, large, issues[0]!.issueId))).toBeLessThan(rowsForIssue + large)
})

it('sparklines and escalation touch only the hours of their issues', async () => {
  const issues = (await findIssues(pool, page(large))).map(({ issue }) => issue)
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const window = { from: hour.getTime() - 23 * 3_600_000, unit: 'hour', buckets: 24 } as const
  const rowsOfHours = 48 * 10 * pageSize
  expect(await touching((db) => findSparklines(db, issues, window))).toBeLessThan(rowsOfHours)
  expect(await touching((db) => findEscalating(db, issues, hour))).toBeLessThan(rowsOfHours)
})

it('statistics and tags of an issue touch only its own rows', async () => {
  const [{ issue } = { issue: undefined }] = await findIssues(pool, page(large))
  const window = { from: new Date(Date.now() - 86_400_000), to: new Date(), interval: 'hour', tz: 'UTC' } as const
  expect(await touching((db) => findIssueStats(db, issue!, window))).toBeLessThan(48 * 10)
  expect(await touching((db) => findTagCounts(db, large, issue!.issueId, 10))).toBeLessThan(rowsForIssue)
})

it.each(['older', 'newer'] as const)(
  'a page of %s events of a large issue touches only the events of the page',
  async (towards) => {
    const { rows } = await pool.query(
      'select e.project_id, e.group_id, e.event_id, e.occurred_at from events e limit 1',
    )
    const [{ project_id, group_id, event_id, occurred_at }] = rows
    const issue = { projectId: project_id as number, issueId: group_id as string }
    const middle = { occurredAt: occurred_at as Date, eventId: event_id as string }
    for (const from of [undefined, middle])
      expect(await touching((db) => findEventsOfIssue(db, issue, { from, towards, limit: 26 }))).toBeLessThan(26 * 20)
  },
)

it('a small project’s list touches only its own rows', async () => {
  // A table of few projects is read whole, as it takes fewer pages than its index.
  expect(await touching((db) => findIssues(db, page(1)))).toBeLessThan(projects.issuesOfSmall * rowsForIssue + large)
})

it('a list filtered by a user reads each event of the user once, and no others', async () => {
  const search = {
    projectIds: [large],
    filter: toFilter({ query: `user:${busyUser.id}` }),
    sort: 'events',
    userId: '00000000-0000-4000-8000-000000000001',
    now: new Date(),
  } as const
  const found = await findFirst(pool, search, { limit: pageSize })
  expect(found.statusCounts.unresolved).toBe(busyUser.issues)
  expect(found.issues.map(({ count }) => count)).toEqual(Array(pageSize).fill(busyUser.eventsOfEach))
  const events = await touching((db) => findFirst(db, search, { limit: pageSize }), 'events_')
  // And the oldest event, for the time since which all are kept.
  expect(events).toBe(busyUser.issues * busyUser.eventsOfEach + 1)
})

it('a list by change touches the hours of the ten thousand issues of the most events, and of no others', async () => {
  const search = {
    projectIds: [crowded],
    filter: toFilter({}),
    sort: 'change',
    userId: '00000000-0000-4000-8000-000000000001',
    now: new Date(),
  } as const
  const found = await findFirst(pool, search, { limit: pageSize })
  expect(found.statusCounts.unresolved).toBe(issuesOfCrowded)
  const hours = await touching((db) => findFirst(db, search, { limit: pageSize }), 'group_daily')
  expect(hours).toBeGreaterThan(9000)
  expect(hours).toBeLessThanOrEqual(10_000)
})
