import { CompiledQuery, Kysely, type Migration, Migrator, PostgresDialect } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { transaction } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { readMigrationFiles } from '../src/db/migration-files.ts'
import { applyMigration } from '../src/db/recorded-schema-store.ts'
import { addDefaultRule, addPendingAlerts, createAlertLoop } from '../src/domains/alerts/index.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { until } from './until.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const change = (statement: string) => database.pool.query(statement)
const note = (name: string) =>
  database.pool.query(`insert into kysely_migration (name, timestamp) values ($1, '2030-01-01')`, [name])

it('code runs on tables of a newer release that still support it', async () => {
  await note('9998_from_the_future')
  expect(await migrate(database.pool)).toEqual([])
})

it('older code refuses tables that need a newer release, in a sentence', async () => {
  await note('9999_breaks_older_code')
  await change(`
    create or replace function oldest_code() returns text[] language sql immutable
    as $$ select array['9999_breaks_older_code', '7.0.0'] $$`)
  await expect(migrate(database.pool)).rejects.toThrow(
    /^These tables are those of a newer Bugle and need 7\.0\.0 or later\. Nothing was changed\./,
  )
})

// No two releases differ in what follows: only data of an unreleased version does.
const unreleased: [what: string, statement: string, says: RegExp][] = [
  [
    'edited migrations',
    `update migration_hashes set sha256 = 'x' where name in ('0004_pipeline', '0005_events')`,
    /another, unreleased version of Bugle: 0004_pipeline, 0005_events have another text here/,
  ],
  [
    'a missing migration',
    `delete from kysely_migration where name = '0004_pipeline'`,
    /another, unreleased version of Bugle: 0004_pipeline is missing/,
  ],
  [
    'unknown migrations without a word about the oldest code',
    `drop function oldest_code(); insert into kysely_migration values ('0002_events', '2026')`,
    /an older, unreleased version of Bugle: 0002_events is not known here/,
  ],
  [
    'unknown migrations beside missing ones',
    `update kysely_migration set name = '0099_branch' where name = '0015_served_scripts'`,
    /another, unreleased version of Bugle: 0015_served_scripts is missing/,
  ],
  [
    'migrations without hashes',
    'drop table migration_hashes',
    /an older, unreleased version of Bugle, which did not record the texts of its migrations/,
  ],
]

it.each(unreleased)('%s are refused in a sentence with a remedy, and stay as they are', async (_, statement, says) => {
  await change(statement)
  const recorded = () => change('select name from kysely_migration order by name')
  const before = await recorded()
  await expect(migrate(database.pool)).rejects.toThrow(says)
  await expect(migrate(database.pool)).rejects.toThrow(/Nothing was changed\. No data is lost: .*move BUGLE_DATA away/)
  expect((await recorded()).rows).toEqual(before.rows)
})

it('every migration is recorded with the hash of its text', async () => {
  const { rows } = await change('select name, sha256 from migration_hashes order by name')
  const files = await readMigrationFiles()
  expect(rows).toEqual([...files].map(([name, { sha256 }]) => ({ name, sha256 })))
})

it('tables of the same name in another schema are not taken for these', async () => {
  await change('create schema elsewhere')
  await change('alter table kysely_migration set schema elsewhere')
  await change('drop table kysely_migration_lock')
  await change('drop schema public cascade')
  await change('create schema public')
  expect(await migrate(database.pool)).toContain('0001_accounts')
})

it('takes its time: an index over millions of events takes longer than any other statement may', async () => {
  await migrateUntil('0031')
  await change('create table noted (timeout text)')
  // Each migration writes its hash.
  await change(`
    create function note() returns trigger language plpgsql as
    $$ begin insert into noted values (current_setting('statement_timeout')); return null; end $$`)
  await change('create trigger note after insert on migration_hashes execute function note()')
  expect(await migrate(database.pool)).toContain('0031_smaller_indexes')
  const { rows } = await change('select distinct timeout from noted')
  expect(rows).toEqual([{ timeout: '0' }])
  expect((await change('show statement_timeout')).rows).toEqual([{ statement_timeout: '30s' }])
})

/** Empties the database and makes the tables as they were before a migration. */
async function migrateUntil(name: string): Promise<void> {
  await change('drop schema public cascade')
  await change('create schema public')
  const files = [...(await readMigrationFiles())].filter(([file]) => file < name)
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        files.map(([file, content]): [string, Migration] => [
          file,
          {
            up: (tx) =>
              applyMigration((text, values) => tx.executeQuery(CompiledQuery.raw(text, values)), file, content),
          },
        ]),
      ),
  }
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: database.pool }) })
  const { error } = await new Migrator({ db, provider, migrationTableSchema: 'public' }).migrateToLatest()
  expect(error).toBeUndefined()
}

it('projects that exist get the rule by which their members were notified until then, whatever the environment', async () => {
  await migrateUntil('0022')
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const [shop, named, empty, third] = [id(1), id(2), id(3), id(4)]
  await change(
    `insert into organizations (id, name) values ('${shop}', 'Shop'), ('${named}', 'Named'), ('${empty}', 'Empty'), ('${third}', 'Third')`,
  )
  await change(`
    insert into projects (organization_id, name, app_id, app_ids, short_prefix)
    select o.id, p.name, p.name, array[p.name], upper(p.name)
      from organizations o, (values ('web'), ('api')) as p (name) where o.name <> 'Empty'`)
  await change(`
    insert into alert_rules (id, organization_id, name, triggers, condition)
    values ('${id(5)}', '${shop}', 'Fatal', '{issue.new}', 'level:fatal'),
           ('${id(6)}', '${named}', 'NEW and Regressed Issues', '{issue.new}', '')`)
  // Messages that wait to be sent while the tables change.
  await change(
    `insert into pending_notifications (project_id, issue_id, kind, due_at) values (1, '${id(7)}', 'new', now())`,
  )
  await change(`insert into notified_issues (project_id, issue_id, notified_at) values (1, '${id(7)}', now())`)
  await change(
    `insert into pending_pushes (project_id, issue_id, kind, due_at) values (1, '${id(7)}', 'regressed', now())`,
  )
  await change(`
    insert into alert_incidents (project_id, rule_id, issue_id, trigger) values (1, '${id(5)}', '${id(7)}', 'issue.new')`)

  const files = [...(await readMigrationFiles()).keys()]
  expect(await migrate(database.pool)).toEqual(files.filter((file) => file >= '0022'))

  const { rows: rules } = await change(`
    select o.name as organization, r.name, r.is_enabled, r.triggers, r.condition, r.project_ids, r.notifies_members, r.is_fast, r.pace_minutes
      from alert_rules r join organizations o on o.id = r.organization_id order by 1, r.name collate "C"`)
  const members = {
    is_enabled: true,
    triggers: ['issue.new', 'issue.regressed'],
    condition: '',
    project_ids: null,
    notifies_members: true,
    is_fast: true,
    pace_minutes: null,
  }
  expect(rules).toEqual([
    expect.objectContaining({ organization: 'Named', name: 'NEW and Regressed Issues', notifies_members: false }),
    { ...members, organization: 'Named', name: 'New and regressed issues, to members' },
    expect.objectContaining({ organization: 'Shop', name: 'Fatal', notifies_members: false, is_fast: false }),
    { ...members, organization: 'Shop', name: 'New and regressed issues' },
    { ...members, organization: 'Third', name: 'New and regressed issues' },
  ])
  const { rows: waiting } = await change(`
    select n.kind, n.topic, n.rest_seconds,
           n.user_ids, t.topic as notified, p.kind as pushed, i.subject
      from pending_notifications n, notified_issues t, pending_pushes p, alert_incidents i`)
  expect(waiting).toEqual([
    { kind: 'new', topic: '', rest_seconds: 3600, user_ids: null, notified: '', pushed: 'regressed', subject: '' },
  ])
})

it('a server on migrated tables notifies members by that rule, and adds none for further projects', async () => {
  await migrateUntil('0022')
  const [user, organization] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await change(`
    insert into users (id, email, name, password_hash, trial_ends_at) values ('${user}', 'ann@example.com', 'Ann', 'x', now())`)
  await change(`insert into organizations (id, name) values ('${organization}', 'Shop')`)
  await change(
    `insert into memberships (organization_id, user_id, role) values ('${organization}', '${user}', 'owner')`,
  )
  const { rows } = await change(`
    insert into projects (organization_id, name, app_id, app_ids, short_prefix)
    values ('${organization}', 'web', 'web', '{web}', 'WEB') returning id`)
  const { id: projectId } = rows[0] as { id: number }
  await migrate(database.pool)
  await transaction(database.pool, (tx) =>
    addDefaultRule(tx, { organizationId: organization, projectId, project: 'web' }),
  )
  const issueId = '00000000-0000-4000-8000-000000000003'
  const trigger = 'issue.new' as const
  await transaction(database.pool, (tx) => addPendingAlerts(tx, [{ projectId, issueId, trigger }], 0))
  const judge = createAlertLoop({
    db: database.pool,
    gather: { channelMs: 0, mailMs: 0, pushMs: 0 },
    findMatching: async () => new Set<string>(),
    settleCounts: async () => {},
    findEscalating: async () => new Set<string>(),
    assign: async () => {},
    onJudged: () => {},
    onFailed: (error) => {
      throw error
    },
  })
  judge.start()
  await until(
    async () => (await change('select kind, user_ids from pending_notifications')).rows,
    (found) => found.length === 1,
  )
  await judge.stop()
  expect((await change('select kind, user_ids from pending_notifications')).rows).toEqual([
    { kind: 'new', user_ids: null },
  ])
  expect((await change('select name from alert_rules')).rows).toEqual([{ name: 'New and regressed issues' }])
})
