import { limits } from '@bugle/protocol'
import { describe, expect, it } from 'vitest'
import { newReporter, numberOf } from './reporter.ts'
import { startServer } from './start-server.ts'

// Bounds hold for requests that come at once, as for those that follow each other.

const server = await startServer({ digest: true, env: { BUGLE_API_RATE: '100000', BUGLE_API_AT_ONCE: '100' } })
const { pool } = server.database
const app = await newReporter(server)
const number = numberOf(app)
const { issue_id } = await app.report()
const [{ organization_id: organization, user_id: user }] = (
  await pool.query(
    'select m.organization_id, m.user_id from memberships m join projects p on p.organization_id = m.organization_id where p.id = $1',
    [number],
  )
).rows

interface Bound {
  path: string
  body: (n: number) => object
  limit: number
  count: string
  /** Makes rows until `missing` are missing to the limit. */
  fill: (rows: number) => [text: string, values: unknown[]]
}

const bounds: Record<string, Bound> = {
  organizations: {
    path: '/api/organizations',
    body: (n) => ({ name: `O${n}` }),
    limit: limits.organizations,
    count: `select count(*) as n from memberships where user_id = '${user}'`,
    fill: (rows) => [
      `with made as (insert into organizations (id, name) select gen_random_uuid(), 'x' from generate_series(1, $1) returning id)
       insert into memberships (organization_id, user_id, role) select m.id, $2, 'member' from made m`,
      [rows, user],
    ],
  },
  projects: {
    path: '/api/projects',
    body: (n) => ({ name: `P${n}`, app_id: `com.example.p${n}`, organization_id: app.project.organization_id }),
    limit: limits.projects,
    count: `select count(*) as n from projects where organization_id = '${organization}'`,
    fill: (rows) => [
      `insert into projects (organization_id, name, app_id, app_ids, short_prefix)
       select $2, 'x', 'com.example.x', array['com.example.x'], 'X' || n from generate_series(1, $1::int4) as n`,
      [rows, organization],
    ],
  },
  views: {
    path: '/api/views',
    body: (n) => ({ name: `V${n}`, filter: {} }),
    limit: limits.views,
    count: `select count(*) as n from saved_views where user_id = '${user}'`,
    fill: (rows) => [
      `insert into saved_views (id, user_id, name, filter) select gen_random_uuid(), $2, 'x', '{}' from generate_series(1, $1)`,
      [rows, user],
    ],
  },
  deploys: {
    path: `/api/projects/${app.project.id}/releases/1.0/deploys` as const,
    body: () => ({ environment: 'production' }),
    limit: limits.deploys,
    count: `select count(*) as n from release_deploys where project_id = ${number}`,
    fill: (rows) => [
      `insert into release_deploys (project_id, version, environment, finished_at)
       select $2, '1.0', 'production', now() from generate_series(1, $1)`,
      [rows, number],
    ],
  },
  comments: {
    path: `/api/issues/${issue_id}/comments` as const,
    body: (n) => ({ text: `C${n}` }),
    limit: limits.comments,
    count: `select count(*) as n from issue_activity where kind = 'commented' and project_id = ${number}`,
    fill: (rows) => [
      `insert into issue_activity (project_id, issue_id, user_id, kind, details)
       select $2, i.issue_id, $3, 'commented', '{"text": "x"}' from issues i cross join generate_series(1, $1) where i.project_id = $2`,
      [rows, number, user],
    ],
  },
}

describe.each(Object.entries(bounds))('the bound of %s', (_name, { path, body, limit, count, fill }) => {
  it('is taken in the transaction that needs it', async () => {
    await app.readIssue(issue_id)
    const stored = async () => (await pool.query<{ n: number }>(count)).rows[0]!.n
    await pool.query(...fill(limit - (await stored()) - 2))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => app.session.raw('POST', path, { body: body(n) })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(await stored()).toBe(limit)
  })
})
