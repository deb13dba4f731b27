import { loadModule } from 'libpg-query'
import { beforeAll, expect, it } from 'vitest'
import { forbiddenForms, untrustedTag } from './statement-forms.ts'

beforeAll(loadModule)

const defaults = new Map([['issues', ['created_at']]])

it.each<[form: string, sentence: RegExp, text: string]>([
  [
    'a join of events with accounts',
    /^is about issues and about users, which may be on different servers/,
    'select i.title from issues i join users u on u.id = i.assignee_id',
  ],
  [
    'a subquery about a view of accounts',
    /^is about issues and about visible_projects/,
    'delete from issues i where i.project_id not in (select v.project_id from visible_projects v)',
  ],
  ['an empty select list', /^selects no column/, 'select exists (select from issues)'],
  ['two statements in one message', /^is several statements/, 'delete from issues; delete from groups'],
  [
    'a time in `on conflict do update`',
    /^computes .* in `on conflict do update`/,
    'insert into issues as i (project_id) values ($1) on conflict (project_id) do update set created_at = now()',
  ],
  [
    'a time in the condition of `on conflict do update`',
    /^computes .* in `on conflict do update`/,
    `insert into issues as i (project_id, created_at) select * from unnest($1::int8[], $2::timestamptz[])
     on conflict (project_id) do update set created_at = excluded.created_at where i.created_at < now() - interval '1 day'`,
  ],
  [
    'a time in `on conflict do update` of a CTE',
    /^computes .* in `on conflict do update`/,
    `with added as (insert into issues (project_id) select 1 on conflict (project_id) do update set created_at = now() returning 1)
     select count(*) from added`,
  ],
  [
    'a time in a CASE of an update',
    /^computes .* in a CASE/,
    'update groups g set pinned_at = case when $1::uuid is null then null else now() end',
  ],
  [
    'current_timestamp, which is a time without a function',
    /^computes .* in a CASE/,
    'update groups set pinned_at = case when $1 then current_timestamp end',
  ],
  [
    'a time in `insert … select`',
    /^computes .* in `insert … select`/,
    'insert into issues (project_id, created_at) select n.id, now() from unnest($1::int8[]) as n (id)',
  ],
  [
    'a random number in `insert … select`',
    /^computes .* in `insert … select`/,
    'insert into feedback (id) select gen_random_uuid() from unnest($1::int8[]) as n (id)',
  ],
  [
    'a default that is a time, in an insert that reads a table',
    /^leaves created_at to its default/,
    'insert into issues (project_id) select g.project_id from groups g',
  ],
  [
    'a time beside a column in an update',
    /^computes a time beside a column/,
    'update groups g set pinned_at = greatest(g.pinned_at, now())',
  ],
  ['a random number in an update', /^computes a time that moves/, 'update release_users u set user_key = random()'],
  [
    'a time that moves in the condition of a delete',
    /^computes a time that moves/,
    'delete from live_updates n where n.published_at < clock_timestamp()',
  ],
  [
    'a CTE that modifies, with an insert',
    /^inserts together with a CTE that modifies/,
    'with gone as (delete from groups returning project_id) insert into issue_users (project_id) select project_id from gone',
  ],
])('%s is refused', (_, sentence, text) => {
  expect(forbiddenForms(text, defaults)).toEqual([expect.stringMatching(sentence)])
})

it.each([
  ['a time alone in an update', 'update groups set pinned_at = now() where group_id = $1'],
  ['a time in the condition of an update', "delete from event_keys k where k.created_at < now() - interval '1 day'"],
  ['a time among values', 'insert into issues (project_id, created_at) values ($1, now())'],
  ['a default beside parameters alone', 'insert into issues (project_id) select * from unnest($1::int8[])'],
  ['a default that is given', 'insert into issues (project_id, created_at) select g.project_id, $1 from groups g'],
  ['a time in a query', 'select case when g.created_at > now() then 1 end from groups g'],
  ['any of it on a table of accounts', 'update users u set created_at = greatest(u.created_at, clock_timestamp())'],
  ['inserts in CTEs of a query', 'with a as (insert into segments (id) select 1 returning id) select id from a'],
])('%s is taken', (_, text) => {
  expect(forbiddenForms(text, defaults)).toEqual([])
})

it('the number that an insert reports is trusted only where it skips nothing', () => {
  expect(untrustedTag('insert into groups (group_id) values ($1) on conflict do nothing')).toMatch(/command tag/)
  expect(untrustedTag('insert into groups (group_id) values ($1) on conflict do nothing returning 1')).toMatch(
    /command tag/,
  )
  expect(untrustedTag('insert into groups (group_id) values ($1)')).toBeUndefined()
})
